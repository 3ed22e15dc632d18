import { readFileSync } from 'node:fs';

/** Milliseconds that the main thread of a process has computed; whatever waited for a processor does not count. */
const computedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * What a request costs the main thread of the process that answers it, in milliseconds of processor time: the least of
 * some tries, because whatever else the process does meanwhile counts as well.
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
