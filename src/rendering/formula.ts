import temml from 'temml';
import type { WorkBudget } from './work-budget.js';

/** Characters; the time that Temml takes grows faster than the length: 25 ms for this one. */
const MAX_FORMULA = 2_000;

/** TeX that is no formula: links, pictures, styles, data, and macros, which could grow without bounds. */
const REFUSED =
  /\\(?:href|url|includegraphics|class|cssId|id|style|data|html\w*|[gex]?def|let|futurelet|(?:re|provide)?(?:new)?command|global|input|require)(?![a-z])/i;

/**
 * MathML of a formula in TeX, or `undefined`: it is too long, not understood, asks for more than a formula,
 * or the budget of the document does not allow it. Without script, fonts or styles; the sanitiser judges it like everything else.
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
