import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const REST_MS = 1_000;

/** Returns the processor time of the main thread of a process so far, in ms. */
const computedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * Returns the processor time that an idle main thread uses for timers and polls, in ms per ms of elapsed time. Measures
 * several times, and returns the minimum.
 */
export async function computedAtRest(pid: number, tries = 3): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const [before, begun] = [computedMs(pid), performance.now()];
    await sleep(REST_MS);
    costs.push((computedMs(pid) - before) / (performance.now() - begun));
  }
  return Math.min(...costs);
}

/**
 * Returns the processor time that a request costs the main thread of the process, in ms. Each measurement includes
 * other work of the process. So the function measures several times, and returns the minimum.
 * @param atRest result of `computedAtRest`. This idle time is subtracted, because a request may wait seconds for other
 * threads
 */
export async function mainThreadCost(
  pid: number,
  request: () => Promise<unknown>,
  { tries = 5, atRest = 0 } = {},
): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const [before, begun] = [computedMs(pid), performance.now()];
    await request();
    costs.push(computedMs(pid) - before - atRest * (performance.now() - begun));
  }
  return Math.min(...costs);
}
