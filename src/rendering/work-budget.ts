/** Microseconds, on one core of 2026. */
const BUDGET = 1_500_000;

/**
 * Bounds the cost of highlighted code and formulas in one document; blocks beyond the budget stay plain. The cost is
 * computed from lengths at the worst measured rate (ADR 20). It is not timed, so that a revision always renders to the
 * same bytes (contract 9).
 */
export class WorkBudget {
  private left = BUDGET;

  /** Whether a code block may be highlighted. The worst grammars take time quadratic in its length. */
  takeCode(characters: number): boolean {
    return this.take(0.008 * characters ** 2);
  }

  /** Whether a formula may be written as MathML. */
  takeFormula(characters: number): boolean {
    return this.take(50 + 10 * characters);
  }

  private take(cost: number): boolean {
    if (cost > this.left) return false;
    this.left -= cost;
    return true;
  }
}
