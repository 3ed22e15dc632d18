import hljs from 'highlight.js/lib/common';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';
import temml from 'temml';
import { escaped } from './rules/entities.js';
import type { WorkBudget } from './bounds.js';

const MORE = { dart, dockerfile, elixir, haskell, http, latex, nginx, powershell, protobuf, scala };
// Registering is cheap, because highlight.js compiles a grammar only when the grammar is first used.
for (const [name, grammar] of Object.entries(MORE)) hljs.registerLanguage(name, grammar);

/**
 * Matches refused TeX commands: links, references, pictures, styles, data and macro definitions. Macro definitions are
 * refused, because macros can expand without bounds.
 */
const REFUSED =
  /\\(?:href|url|includegraphics|class|cssId|id|(?:eq)?ref|style|data|html\w*|[gex]?def|let|futurelet|(?:re|provide)?(?:new)?command|global|input|require)(?![a-z])/i;

/**
 * Makes a code block, highlighted if possible. A block in the language `math` becomes a formula. `tabindex` allows
 * scrolling by keyboard.
 */
export function codeBlock(content: string, info: string, budget: WorkBudget): string {
  const language = /^\S*/.exec(info)![0].toLowerCase();
  if (language === 'math') return displayedFormula(content, budget);
  const coloured = highlight(content, language, budget);
  const code =
    coloured === undefined
      ? `<pre tabindex="0"><code>${escaped(content)}</code></pre>\n`
      : `<pre tabindex="0"><code class="hljs language-${escaped(language)}">${coloured}</code></pre>\n`;
  if (language !== 'mermaid') return code;
  return `<figure class="diagram"><figcaption lang="en">Diagram (Mermaid source)</figcaption>${code}</figure>\n`;
}

/**
 * Highlights code, as HTML with classes. Returns `undefined` if the language is unknown, if too little of the budget is
 * left, or if the grammar throws an error.
 */
function highlight(code: string, language: string, budget: WorkBudget): string | undefined {
  if (!hljs.getLanguage(language) || !budget.takeCode(code)) return undefined;
  try {
    return hljs.highlight(code, { language, ignoreIllegals: true }).value;
  } catch {
    return undefined;
  }
}

/** Makes a formula in a separate block. `tabindex` allows scrolling by keyboard. */
export const displayedFormula = (source: string, budget: WorkBudget): string =>
  `<div class="formula" tabindex="0">${formulaElement(source.trim(), true, budget)}</div>\n`;

/** Makes a formula as MathML, or as its TeX source if no MathML can be made. */
export const formulaElement = (source: string, isDisplayed: boolean, budget: WorkBudget): string =>
  formula(source, isDisplayed, budget) ?? `<code class="formula">${escaped(source)}</code>`;

/**
 * Converts a formula from TeX to MathML. Returns `undefined` if the formula is too long, is invalid or has a refused
 * command, or if too little of the budget of the document is left. The MathML has no script, fonts or styles. The
 * sanitiser checks the MathML like all HTML.
 */
function formula(tex: string, display: boolean, budget: WorkBudget): string | undefined {
  if (REFUSED.test(tex) || !budget.takeFormula(tex)) return undefined;
  try {
    return temml.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 100,
      maxSize: [5, 50],
    });
  } catch {
    return undefined;
  }
}
