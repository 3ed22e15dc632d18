import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const REST_MS = 1_000;

/** Milliseconds that the main thread of a process has computed, without waits for a processor. */
const computedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** What timers and polls cost the main thread, in ms of processor time a ms: the least of some tries. */
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
 * What a request costs the main thread of the process that answers it, in milliseconds of processor time: the least of
 * some tries, because other work of the process counts as well.
 * @param atRest what the process computes without any request, which does not count: threads may take seconds for a request
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
