import { css } from './css.js';

/** Code, and the classes that the highlighter gives to its parts (highlight.js). */
export const CODE = css`
  code {
    padding: 0.12em 0.32em;
    border-radius: 0.25rem;
    background: var(--raised);
    font: 0.88em/1.5 var(--mono);
    font-variant-numeric: lining-nums;
  }
  pre {
    padding: 0.9rem 1.1rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: var(--raised);
    font-size: 0.86rem;
    line-height: 1.55;
    direction: ltr;
    text-align: left;
    overflow-x: auto;
    overflow-wrap: normal;
    hyphens: none;
    tab-size: 4;
  }
  @media print {
    pre {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  }
  pre code {
    padding: 0;
    background: none;
    font-size: 1em;
  }
  .hljs-comment,
  .hljs-quote,
  .hljs-meta {
    color: var(--code-comment);
  }
  .hljs-comment,
  .hljs-quote,
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-tag,
  .hljs-doctag,
  .hljs-template-tag {
    color: var(--code-keyword);
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-char,
  .hljs-addition,
  .hljs-selector-attr,
  .hljs-code {
    color: var(--code-string);
  }
  .hljs-number,
  .hljs-literal,
  .hljs-symbol,
  .hljs-bullet,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-link {
    color: var(--code-number);
  }
  .hljs-title,
  .hljs-name,
  .hljs-attr,
  .hljs-attribute,
  .hljs-property,
  .hljs-section,
  .hljs-selector-id,
  .hljs-selector-class,
  .hljs-selector-pseudo {
    color: var(--code-name);
  }
  .hljs-type,
  .hljs-built_in,
  .hljs-class,
  .hljs-params .hljs-type {
    color: var(--code-type);
  }
  .hljs-deletion {
    color: var(--code-keyword);
  }
  .hljs-addition {
    background: var(--code-added);
  }
  .hljs-deletion {
    background: var(--code-removed);
  }
  .hljs-strong,
  .hljs-section {
    font-weight: 650;
  }
`;
