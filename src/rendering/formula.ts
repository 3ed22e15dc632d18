import temml from 'temml';
import type { WorkBudget } from './work-budget.js';

/** Characters. The time of Temml grows faster than the length: 25 ms for this length. */
const MAX_FORMULA = 2_000;

/** Refused TeX commands: links, pictures, styles, data, and macros, which could grow without bounds. */
const REFUSED =
  /\\(?:href|url|includegraphics|class|cssId|id|style|data|html\w*|[gex]?def|let|futurelet|(?:re|provide)?(?:new)?command|global|input|require)(?![a-z])/i;

/**
 * MathML of a formula in TeX. `undefined`: the formula is too long, invalid or has a refused command, or the budget of
 * the document is used up. The MathML has no script, fonts or styles; the sanitiser checks it like all other HTML.
 */
export function formula(tex: string, display: boolean, budget: WorkBudget): string | undefined {
  if (tex.length > MAX_FORMULA || REFUSED.test(tex)) return undefined;
  if (!budget.takeFormula(tex.length)) return undefined;
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
