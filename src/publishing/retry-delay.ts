const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** How often a fault of the infrastructure is tried before it stands (CONTRACT 3). */
export const MOST_ATTEMPTS = 8;

/**
 * The wait after the given attempt, counted from 1: 1 s doubling to 60 s (CONTRACT 3), of which
 * `random` (0–1) leaves at least half, so that jobs that failed together do not return together.
 */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  return Math.round(full / 2 + (full / 2) * random);
}
