import type { Random } from './random.js';

/** Number of random permutations of the times. The largest difference that a permutation gives counts as noise. */
const PERMUTATIONS = 500;

/** Returns the value below which the fraction `part` of the values lies. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the lower quartile of times. Other load on the machine distorts the lower quartile less than the median. */
export const lowerQuartile = (values: readonly number[]): number => quantile(values, 0.25);

/** Returns the difference between the lower quartiles of two groups of times. */
export const difference = (some: readonly number[], others: readonly number[]): number =>
  Math.abs(lowerQuartile(some) - lowerQuartile(others));

/**
 * Returns the largest difference between two groups that chance alone produces. Many times, assigns all values to the
 * two groups at random (a permutation test).
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
