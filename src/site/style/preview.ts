import { css } from './css.js';

/** What only pages of previews have: their banner, and what differs from what is public. */
export const PREVIEW = css`
  .preview {
    grid-column: 1 / -1;
    margin-block-end: 1.5rem;
    padding: 0.6rem 1rem;
    border: 1px solid var(--edge);
    border-inline-start: 0.3rem solid var(--code-number);
    border-radius: 0.3rem;
    background: var(--raised);
    font-size: 0.95rem;
  }
  .preview p {
    margin: 0;
  }
  .comparison {
    max-width: calc(var(--measure) + var(--gap) + var(--beside));
    margin-inline: auto;
    padding-block: clamp(1.25rem, 4vw, 2.75rem) 4rem;
    overflow: clip;
    overflow-clip-margin: 0.5rem;
    overflow-wrap: anywhere;
  }
  .comparison h1 {
    font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2rem);
  }
  .comparison h2 {
    margin: 2rem 0 0.6rem;
    font-size: 1.2rem;
  }
  .sides {
    display: grid;
    gap: 0.8rem;
    margin: 0;
  }
  .sides > div,
  .changed-text {
    min-width: 0;
    padding: 0.7rem 1rem;
    border: 1px solid var(--line);
    border-radius: 0.3rem;
  }
  .sides dt,
  .none {
    color: var(--soft);
    font-size: 0.88rem;
  }
  .sides dd,
  .sides :is(p, ul) {
    margin: 0;
  }
  .sides ul {
    padding-inline-start: 1.2rem;
  }
  .value {
    white-space: pre-line;
  }
  .changed-text {
    font: 1rem/1.6 var(--text);
  }
  .passage {
    text-align: start;
    unicode-bidi: plaintext;
    white-space: pre-wrap;
  }
  .changed-text summary {
    padding-block: 0.2rem;
    color: var(--soft);
    font: 0.88rem/1.6 var(--sans);
    cursor: pointer;
  }
  .comparison ins {
    background: var(--code-added);
    text-decoration-thickness: 0.1em;
    text-underline-offset: 0.18em;
  }
  .comparison del {
    background: var(--code-removed);
  }
  .comparison del + ins {
    margin-inline-start: 0.2em;
  }
  @media (min-width: 48rem) {
    .sides:has(div + div) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
