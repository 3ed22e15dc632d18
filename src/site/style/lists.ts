import { css } from './css.js';

/** Documents in a list: the newest ones, and what a search found. */
export const LISTS = css`
  .list {
    max-width: var(--measure);
    margin-inline: auto;
    padding-block: clamp(1.5rem, 5vw, 3rem) 4rem;
  }
  .list h1 {
    margin: 0;
    font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.1rem);
    overflow-wrap: anywhere;
  }
  .list .kind {
    display: block;
    color: var(--soft);
    font: 0.95rem/1.6 var(--sans);
  }
  .list .found,
  .list .empty {
    margin: 0.5rem 0 0;
    color: var(--soft);
  }
  .languages ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.1rem;
    margin: 0.6rem 0 0;
    padding: 0;
    font-size: 0.95rem;
    list-style: none;
  }
  .languages a {
    display: inline-block;
    padding-block: 0.15rem;
  }
  .languages [aria-current] {
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  .entries {
    margin: 1.75rem 0;
    padding: 0;
    list-style: none;
  }
  .entries > li {
    padding-block: 1.1rem;
    border-block-start: 1px solid var(--line);
    overflow: clip;
    overflow-clip-margin: 0.25rem;
    overflow-wrap: anywhere;
  }
  .entries h2 {
    margin: 0;
    font-size: 1.3rem;
    line-height: 1.3;
  }
  .entries h2 a {
    text-decoration: none;
  }
  .entries h2 a:hover {
    text-decoration: underline;
  }
  .entries p {
    margin: 0.3rem 0 0;
    font-family: var(--text);
    text-wrap: pretty;
  }
  .entries .byline {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.9rem;
    color: var(--soft);
    font: 0.88rem/1.7 var(--sans);
  }
  .pages {
    display: flex;
    justify-content: space-between;
    gap: 1.5rem;
    padding-block-start: 1.1rem;
    border-block-start: 1px solid var(--line);
  }
  .pages a {
    padding-block: 0.25rem;
  }
  .pages [rel='next'] {
    margin-inline-start: auto;
  }
  @media print {
    .languages,
    .pages {
      display: none;
    }
    .entries > li {
      break-inside: avoid;
    }
  }
`;
