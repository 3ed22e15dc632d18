import { css } from './css.js';

const light = css`
  --paper: #fdfcf9;
  --raised: #f4f1ea;
  --ink: #1f1d1a;
  --soft: #5f5a52;
  --line: #ddd7cb;
  --edge: #857d70;
  --link: #0a5585;
  --visited: #6a3d8f;
  --marked: #ffe49c;
  --code-comment: #6a655c;
  --code-keyword: #9c2a4f;
  --code-string: #2f6a1f;
  --code-number: #8f4a00;
  --code-name: #1d4f9c;
  --code-type: #6b3fa0;
  --code-added: #e0f2dc;
  --code-removed: #fae0df;
`;

const dark = css`
  --paper: #17191c;
  --raised: #202327;
  --ink: #e4e1da;
  --soft: #aaa59b;
  --line: #363a40;
  --edge: #7d8087;
  --link: #8ec5ee;
  --visited: #c9a8ea;
  --marked: #5c4a10;
  --code-comment: #a29c91;
  --code-keyword: #f29ab4;
  --code-string: #a5d28f;
  --code-number: #efb27a;
  --code-name: #93bdf5;
  --code-type: #cdb0f2;
  --code-added: #1f3b24;
  --code-removed: #4a2427;
`;

/** Every colour of the site, as the reader's device prefers it; text has a contrast of 4.5 and more. */
export const PALETTE = css`
  :root {
    color-scheme: light dark;
    ${light}
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      ${dark}
    }
  }
`;
