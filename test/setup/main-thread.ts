import { readFileSync } from 'node:fs';

/** Milliseconds that the main thread of a process has computed; whatever waited for a processor does not count. */
const computedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * Milliseconds of main-thread time that a request costs: the least of several tries, because other work of the process
 * counts too.
 */
export async function mainThreadCost(
  pid: number,
  request: () => Promise<unknown>,
  tries = 5,
): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const before = computedMs(pid);
    await request();
    costs.push(computedMs(pid) - before);
  }
  return Math.min(...costs);
}
