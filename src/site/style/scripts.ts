import { css } from './css.js';

const ARABIC = ['ar', 'ckb', 'fa', 'ps', 'sd', 'ug', 'ur'];
const HAN = ['ja', 'yue', 'zh'];
const TALL = ['hi', 'km', 'lo', 'mr', 'my', 'ne', 'th'];
/** Whose letters our text face lacks: what stands in for it would be anything, in two faces at once. */
const OTHERS = 'am bn gu he kn ko ml or pa si ta te yi'.split(' ');

/** Not a list inside one `:lang()`: Chromium would drop the rule. */
const languages = (...codes: readonly string[]): string =>
  `:is(${codes.map((code) => `:lang(${code})`).join(', ')})`;

/** What differs with the script that a text is in; each text says which language it is. */
export const SCRIPTS = css`
  ${languages(...ARABIC, ...HAN, ...TALL, ...OTHERS)} {
    --text: var(--sans);
  }
  ${languages(...ARABIC, ...TALL)} :is(p, li, td, th) {
    line-height: 1.85;
  }
  ${languages(...HAN, 'ko')} {
    line-break: strict;
    text-autospace: normal;
  }
  ${languages(...HAN)} em {
    font-style: normal;
    text-emphasis: filled;
  }
  ${languages(...ARABIC, 'he', 'yi')} em {
    font-style: normal;
    font-weight: 600;
  }
  :lang(ko) {
    word-break: keep-all;
  }
`;
