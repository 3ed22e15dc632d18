import { css } from './css.js';

/** What all pages share: measure, type, links, masthead. */
export const FRAME = css`
  :root {
    --measure: 39rem;
    --beside: 15rem;
    --gap: 3.5rem;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --text: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', Georgia, serif;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Noto Sans Mono', monospace;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html {
    scroll-padding-top: 1rem;
    text-size-adjust: 100%;
    -webkit-text-size-adjust: 100%;
  }
  body {
    margin: 0;
    padding-inline: clamp(1rem, 4vw, 2.5rem);
    background: var(--paper);
    color: var(--ink);
    font: 1rem/1.6 var(--sans);
    overflow-wrap: break-word;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-family: var(--text);
    font-weight: 700;
    line-height: 1.25;
    text-wrap: balance;
  }
  a {
    color: var(--link);
    text-decoration-thickness: 0.06em;
    text-underline-offset: 0.18em;
  }
  a:visited {
    color: var(--visited);
  }
  a:hover {
    text-decoration-thickness: 0.14em;
  }
  :focus-visible {
    outline: 0.18rem solid var(--link);
    outline-offset: 0.15rem;
    border-radius: 0.15rem;
  }
  main:focus {
    outline: none;
  }
  mark {
    background: var(--marked);
    color: inherit;
    border-radius: 0.15rem;
  }
  .sr-only,
  .skip:not(:focus) {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .skip:focus {
    position: absolute;
    inset-block-start: 0.5rem;
    padding: 0.5rem 1rem;
    background: var(--paper);
  }
  .masthead {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1.5rem;
    max-width: calc(var(--measure) + var(--gap) + var(--beside));
    margin-inline: auto;
    padding-block: 0.9rem;
    border-block-end: 1px solid var(--line);
  }
  .site-name,
  .site-name:visited {
    min-width: 0;
    padding-block: 0.25rem;
    color: inherit;
    font: 700 1.15rem/1.4 var(--text);
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  .site-name:hover {
    text-decoration: underline;
  }
  .masthead form {
    display: flex;
    flex: 0 1 20rem;
    gap: 0.4rem;
  }
  .masthead input,
  .masthead button {
    min-height: 2.25rem;
    padding: 0.2rem 0.7rem;
    border: 1px solid var(--edge);
    border-radius: 0.3rem;
    background: var(--paper);
    color: inherit;
    font: inherit;
    font-size: 0.95rem;
  }
  .masthead input {
    flex: 1;
    min-width: 0;
  }
  .masthead button {
    background: var(--raised);
    cursor: pointer;
  }
  .machine {
    display: inline-block;
    padding-inline: 0.5rem;
    border: 1px solid var(--edge);
    border-radius: 1rem;
    font: 0.8rem/1.5 var(--sans);
    white-space: nowrap;
  }
  .message {
    max-width: var(--measure);
    margin: 12vh auto;
  }
  .message h1 {
    font-size: 2rem;
  }
  @media print {
    @page {
      margin: 2cm;
    }
    body {
      padding: 0;
      font-size: 10.5pt;
    }
    .masthead form,
    .skip {
      display: none;
    }
  }
`;
