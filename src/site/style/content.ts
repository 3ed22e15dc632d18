import { css } from './css.js';

/** What Markdown becomes. Nothing in it leaves its box, however long, wide or high it is. */
export const CONTENT = css`
  .content {
    overflow: clip;
    overflow-clip-margin: 0.5rem;
    overflow-wrap: anywhere;
  }
  .content > :first-child {
    margin-block-start: 0;
  }
  .content h2 {
    margin: 2.6rem 0 0.8rem;
    font-size: 1.55rem;
  }
  .content h3 {
    margin: 2rem 0 0.75rem;
    font-size: 1.25rem;
  }
  .content :is(h4, h5, h6) {
    margin: 1.6rem 0 0.65rem;
    font-size: 1.0625rem;
  }
  .content :is(h5, h6) {
    color: var(--soft);
  }
  .content :where(p, ul, ol, blockquote, pre, .table-scroll) {
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
  .content table {
    border-collapse: collapse;
    font-size: 0.95rem;
    line-height: 1.5;
    overflow-wrap: break-word;
  }
  .content :is(th, td) {
    padding: 0.45rem 0.8rem;
    border-block-end: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  .content :is(th, td)[align='center'] {
    text-align: center;
  }
  .content :is(th, td)[align='right'] {
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
    font-size: 0.92rem;
  }
`;
