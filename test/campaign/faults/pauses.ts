import { setTimeout as sleep } from 'node:timers/promises';
import type { Station } from '../station.js';
import type { Fault } from './fault.js';

/** A worker's lease is 5 s: whoever sleeps longer wakes up and still believes to hold it. */
const LONGER_THAN_A_LEASE_MS = 6_000;

async function pause(stations: readonly Station[], ms: number): Promise<void> {
  for (const station of stations) station.signal('SIGSTOP');
  await sleep(ms);
  for (const station of stations) station.signal('SIGCONT');
}

export const PAUSES: readonly Fault[] = [
  {
    name: 'SIGSTOP of a worker, longer than a lease',
    strike: ({ workers }, random) => pause([random.pick(workers)], LONGER_THAN_A_LEASE_MS),
  },
  {
    name: 'two workers that believe they hold the same lease',
    strike: async ({ workers }) => {
      // In turn: the jobs of the one are taken by the other, which sleeps when the first wakes up.
      for (const worker of workers) await pause([worker], LONGER_THAN_A_LEASE_MS);
    },
  },
  {
    name: 'SIGSTOP of an API process',
    strike: ({ apis }, random) => pause([random.pick(apis)], random.whole(500, 6_000)),
  },
];
