const DEPTH = 10;

/**
 * Returns the normalised discounted cumulative gain of the first ten results. The gain is 1 if every better document
 * comes before every worse document. The gain is 0 if no relevant document is found.
 */
export function ndcg(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].toSorted((one, other) => other - one);
  return gain(found.map((name) => grades.get(name) ?? 0)) / gain(best);
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, DEPTH)
    .reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}
