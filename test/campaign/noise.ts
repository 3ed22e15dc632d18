import type { Random } from './random.js';

/** Random permutations; the largest of their differences counts as noise. */
const PERMUTATIONS = 500;

/** The value below which this part of the values lies. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The lower quartile of times, which a busy machine changes least. */
export const lowerQuartile = (values: readonly number[]): number => quantile(values, 0.25);

/** How far two groups of times differ. */
export const difference = (some: readonly number[], others: readonly number[]): number =>
  Math.abs(lowerQuartile(some) - lowerQuartile(others));

/**
 * How far two groups can differ by chance alone: all values are dealt out anew, again
 * and again, as if it did not matter which is of which group (a permutation test).
 */
export function noiseBetween(
  some: readonly number[],
  others: readonly number[],
  random: Random,
): number {
  const all = [...some, ...others];
  const differences = Array.from({ length: PERMUTATIONS }, () => {
    const dealt = random.shuffled(all);
    return difference(dealt.slice(0, some.length), dealt.slice(some.length));
  });
  return Math.max(...differences);
}
