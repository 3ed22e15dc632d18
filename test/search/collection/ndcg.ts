const DEPTH = 10;

/**
 * How near an order is to the best one, by normalised discounted cumulative gain over the first ten:
 * 1 where every better document stands before every worse one, 0 where none of them was found.
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
