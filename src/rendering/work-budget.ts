/** Budget of one document, in microseconds of work on one processor core of the year 2026. */
const BUDGET = 1_500_000;

/**
 * Bounds the work for highlighted code and formulas in one document. Beyond the budget, code and formulas are shown as
 * plain source. The cost is computed from lengths at the worst measured rate (ADR 20). The actual time is not measured,
 * because a revision must render to the same bytes on every machine (contract 9).
 */
export class WorkBudget {
  private left = BUDGET;

  /**
   * Takes the cost of a code block; `false` if too little is left. The worst grammars take time quadratic in the
   * length.
   */
  takeCode(characters: number): boolean {
    return this.take(0.008 * characters ** 2);
  }

  /** Takes the cost of a formula; `false` if too little is left. */
  takeFormula(characters: number): boolean {
    return this.take(50 + 10 * characters);
  }

  private take(cost: number): boolean {
    if (cost > this.left) return false;
    this.left -= cost;
    return true;
  }
}
