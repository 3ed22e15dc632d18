import { css } from './css.js';

/** The page of a document: one column on a phone, its table of contents beside it where there is room. */
export const DOCUMENT = css`
  .sheet {
    display: grid;
    grid-template-columns: minmax(0, var(--measure));
    justify-content: center;
    column-gap: var(--gap);
    padding-block: clamp(1.25rem, 4vw, 2.75rem) 4rem;
  }
  .document {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
  }
  .dates {
    grid-column: 1;
    color: var(--soft);
  }
  .opening {
    min-width: 0;
    overflow: clip;
    overflow-clip-margin: 0.5rem;
  }
  .opening h1 {
    margin: 0;
    font-size: clamp(1.75rem, 1.3rem + 2.2vw, 2.5rem);
    letter-spacing: -0.01em;
    line-height: 1.18;
  }
  .description {
    margin: 0.9rem 0 0;
    color: var(--soft);
    font: 1.2rem/1.5 var(--text);
    text-wrap: pretty;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.5rem;
    margin: 1rem 0 0;
    font-size: 0.9rem;
  }
  .facts.dates {
    margin: 0 0 0.6rem;
  }
  .facts > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.45rem;
    min-width: 0;
  }
  .facts dt {
    color: var(--soft);
  }
  .facts dd {
    min-width: 0;
    margin: 0;
  }
  .facts .machine {
    margin-inline-start: 0.25rem;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 0.4rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .tags li {
    max-width: 100%;
    border-radius: 0.25rem;
    background: var(--raised);
  }
  .tags a {
    display: block;
    padding-inline: 0.5rem;
    text-decoration: none;
  }
  .tags a:hover {
    text-decoration: underline;
  }
  .contents {
    margin-block-start: 1.5rem;
    font-size: 0.92rem;
    line-height: 1.4;
  }
  .contents summary {
    padding-block: 0.3rem;
    font-weight: 650;
    cursor: pointer;
  }
  .contents details {
    max-height: 60vh;
    overflow-y: auto;
  }
  .contents ol {
    margin: 0.2rem 0 0;
    padding: 0;
    list-style: none;
  }
  .contents a {
    display: block;
    padding-block: 0.25rem;
    color: var(--soft);
    text-decoration: none;
  }
  .contents a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  .contents .level-2 {
    padding-inline-start: 1rem;
  }
  .contents .level-3 {
    display: none;
    padding-inline-start: 2rem;
  }
  .content {
    min-width: 0;
    margin-block-start: 1.75rem;
  }
  .closing {
    min-width: 0;
    margin-block-start: 3rem;
    padding-block-start: 1rem;
    border-block-start: 1px solid var(--line);
    color: var(--soft);
    font-size: 0.92rem;
  }
  .sources h2 {
    margin: 0.5rem 0 0;
    color: var(--ink);
    font-size: 1.15rem;
  }
  .sources ol {
    padding-inline-start: 2rem;
  }
  .sources li {
    margin-block: 0.4rem;
  }
  .sources a {
    text-decoration: none;
  }
  .sources b {
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  .address {
    display: block;
    color: var(--soft);
    font-size: 0.85rem;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  @media (min-width: 64rem) {
    .sheet:has(.contents) {
      grid-template-columns: minmax(0, var(--measure)) minmax(0, var(--beside));
    }
    .opening,
    .content,
    .closing {
      grid-column: 1;
    }
    .contents {
      position: sticky;
      inset-block-start: 1.5rem;
      grid-column: 2;
      grid-row: 1 / span 2;
      align-self: start;
      margin-block-start: 0.4rem;
      padding-inline-start: 1.2rem;
      border-inline-start: 1px solid var(--line);
    }
    .contents details {
      max-height: calc(100vh - 3rem);
    }
    .contents .level-3 {
      display: list-item;
    }
  }
  @media print {
    .sheet,
    .document {
      display: block;
      padding-block: 0;
    }
    .contents {
      display: none;
    }
  }
`;
