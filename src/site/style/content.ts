import { css } from './css.js';

/** What Markdown becomes. Nothing in it leaves its box, however long, wide or high it is. */
export const CONTENT = css`
  .content {
    overflow: clip;
    overflow-clip-margin: 0.5rem;
    font: clamp(1.0625rem, 1rem + 0.25vw, 1.125rem) / 1.62 var(--text);
    font-variant-numeric: oldstyle-nums;
    overflow-wrap: anywhere;
    hanging-punctuation: first allow-end last;
  }
  .content :is(p, li) {
    text-wrap: pretty;
  }
  .content > :first-child {
    margin-block-start: 0;
  }
  .content h2 {
    margin: 2.6rem 0 0.8rem;
    font-size: 1.55rem;
  }
  .content h3 {
    margin: 2.2rem 0 0.7rem;
    font-size: 1.35rem;
  }
  .content :is(h4, h5, h6) {
    margin: 1.7rem 0 0.6rem;
    font-size: 1.125rem;
  }
  .content :is(h5, h6) {
    color: var(--soft);
  }
  .content .anchor {
    text-decoration: none;
  }
  .content .anchor::before {
    padding-inline-start: 0.4em;
    color: var(--soft);
    font-weight: 400;
    content: '#';
    opacity: 0;
  }
  .content :hover > .anchor::before {
    opacity: 1;
  }
  .content :where(p, ul, ol, dl, blockquote, pre, details, .table-scroll, .alert, .formula) {
    margin: 0 0 1.1rem;
  }
  .content :is(ul, ol) {
    padding-inline-start: 1.6rem;
  }
  .content li {
    margin-block: 0.25rem;
  }
  .content li > :is(ul, ol, p) {
    margin-block-end: 0.4rem;
  }
  .content .task-list-item {
    list-style: none;
  }
  .content .task-list-item input {
    margin-inline: -1.4rem 0.6rem;
  }
  .content blockquote {
    padding-inline-start: 1.1rem;
    border-inline-start: 0.22rem solid var(--line);
    color: var(--soft);
  }
  .content blockquote > :last-child {
    margin-block-end: 0;
  }
  .content .alert {
    padding: 0.8rem 1.1rem;
    border-inline-start: 0.22rem solid var(--alert);
    background: var(--raised);
    --alert: var(--link);
  }
  .content .alert-title {
    margin-block-end: 0.3rem;
    color: var(--alert);
    text-align: -webkit-match-parent;
    text-align: match-parent;
    font-weight: 650;
  }
  .content .alert > :last-child {
    margin-block-end: 0;
  }
  .content .alert :not(pre) > code {
    background: var(--paper);
  }
  .content .alert-tip {
    --alert: var(--code-string);
  }
  .content .alert-important {
    --alert: var(--code-type);
  }
  .content .alert-warning {
    --alert: var(--code-number);
  }
  .content .alert-caution {
    --alert: var(--code-keyword);
  }
  .content .formula {
    overflow: auto hidden;
    padding-block: 0.2rem;
  }
  .content math {
    font-size: 1.05em;
  }
  .content math .tml-left {
    text-align: left;
  }
  .content math .tml-right {
    text-align: right;
  }
  .content figure {
    margin: 0 0 1.1rem;
  }
  .content figcaption,
  .content .picture-place {
    color: var(--soft);
    font-size: 0.85em;
  }
  .content details {
    padding: 0.5rem 0.9rem;
    border: 1px solid var(--line);
    border-radius: 0.25rem;
  }
  .content summary {
    font-weight: 600;
    cursor: pointer;
  }
  .content kbd {
    padding: 0.05em 0.4em;
    border: 1px solid var(--edge);
    border-radius: 0.25rem;
    font-size: 0.85em;
  }
  .content mark {
    background: var(--marked);
    color: inherit;
  }
  .content dd {
    margin-inline-start: 1.6rem;
  }
  .content ins {
    text-underline-offset: 0.18em;
  }
  .content hr {
    margin: 2.2rem 0;
    border: 0;
    border-block-start: 1px solid var(--line);
  }
  .content img {
    max-width: 100%;
    height: auto;
    vertical-align: middle;
  }
  .content del {
    color: var(--soft);
  }
  .content .table-scroll {
    overflow-x: auto;
  }
  /* Scrolled sideways rather than made of narrow columns, whose rows are higher than a screen. */
  .content table {
    width: max-content;
    max-width: max(100%, var(--room, 0rem));
    border-collapse: collapse;
    font-size: 0.95rem;
    font-variant-numeric: lining-nums tabular-nums;
    line-height: 1.5;
    overflow-wrap: normal;
  }
  .content table:has(th:nth-child(3)) {
    --room: 30rem;
  }
  .content table:has(th:nth-child(5)) {
    --room: 45rem;
  }
  .content table:has(th:nth-child(8)) {
    --room: 64rem;
  }
  .content :is(th, td) {
    padding: 0.45rem 0.8rem;
    border-block-end: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  .content :is(th, td):first-child {
    padding-inline-start: 0;
  }
  .content :is(th, td).align-center {
    text-align: center;
  }
  .content :is(th, td).align-right {
    text-align: end;
  }
  .content th {
    border-block-end-color: var(--edge);
    font-weight: 650;
  }
  .content sup {
    line-height: 0;
  }
  .content .footnotes {
    margin-block-start: 3rem;
    padding-block-start: 1rem;
    border-block-start: 1px solid var(--line);
    font-size: 0.92em;
  }
  @media (max-width: 40rem) {
    .content :is(p, li) {
      hyphens: auto;
    }
  }
  @media print {
    .content {
      overflow: visible;
      font-size: 10.5pt;
      orphans: 3;
      widows: 3;
    }
    .content :is(h2, h3, h4, h5, h6) {
      break-after: avoid;
    }
    .content :is(img, tr, blockquote, figure, .alert, .formula) {
      break-inside: avoid;
    }
    .content a[href^='http']::after {
      color: var(--soft);
      content: ' (' attr(href) ')';
      font-size: 0.85em;
      overflow-wrap: anywhere;
    }
    .content .table-scroll {
      overflow: visible;
    }
    .content table {
      max-width: 100%;
    }
  }
`;
