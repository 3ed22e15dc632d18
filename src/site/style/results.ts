import { css } from './css.js';

/** The page of search results. */
export const RESULTS = css`
  .results {
    max-width: 42rem;
    margin-inline: auto;
    padding-block: 2rem 4rem;
  }
  .results h1 {
    margin: 0 0 0.5rem;
    font-size: 1.6rem;
  }
  .results p {
    margin: 0;
  }
  .results > p,
  .hits .path {
    color: var(--soft);
    font-size: 0.92rem;
  }
  .hits {
    margin: 1.5rem 0;
    padding: 0;
    list-style: none;
  }
  .hits li {
    padding-block: 1rem;
    border-block-start: 1px solid var(--line);
    overflow: clip;
    overflow-clip-margin: 0.25rem;
    overflow-wrap: anywhere;
  }
  .hits h2 {
    margin: 0 0 0.25rem;
    font-size: 1.2rem;
  }
  .pages {
    display: flex;
    gap: 1.5rem;
  }
`;
