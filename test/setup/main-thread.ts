import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

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

const LINES = Buffer.from(
  Array.from({ length: 60_000 }, (_, n) => `line ${(n * 7_919) % 10_007} word\n`).join(''),
);
/** Processor time, in ms, in which a quick core compresses `LINES`. */
const QUICK_MS = 13;
/** Maximum factor. On a core that is slower than this, tests can fail. */
const MAX_SLOWNESS = 4;

/**
 * Returns how many times slower this machine computes now than a quick core: from 1 to `MAX_SLOWNESS`. A bound in ms is
 * multiplied by this factor, because the same work takes more processor time on a slow or busy machine. The function
 * measures several times, and uses the minimum.
 */
export function slowness(tries = 10): number {
  const costs: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const before = process.cpuUsage();
    gzipSync(LINES);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(Math.max(1, Math.min(...costs) / QUICK_MS), MAX_SLOWNESS);
}
