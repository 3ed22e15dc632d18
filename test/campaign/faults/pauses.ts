import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../cluster-node.js';
import type { Fault } from './fault.js';

/** A worker's lease is 5 s: whoever sleeps longer wakes up and still believes to hold it. */
const LONGER_THAN_A_LEASE_MS = 6_000;

async function pause(nodes: readonly ClusterNode[], ms: number): Promise<void> {
  for (const node of nodes) node.signal('SIGSTOP');
  await sleep(ms);
  for (const node of nodes) node.signal('SIGCONT');
}

export const PAUSES: readonly Fault[] = [
  {
    name: 'SIGSTOP of a worker, longer than a lease',
    inject: ({ workers }, random) => pause([random.pick(workers)], LONGER_THAN_A_LEASE_MS),
  },
  {
    name: 'two workers that believe they hold the same lease',
    inject: async ({ workers }) => {
      // In turn: the jobs of the one are taken by the other, which sleeps when the first wakes up.
      for (const worker of workers) await pause([worker], LONGER_THAN_A_LEASE_MS);
    },
  },
  {
    name: 'SIGSTOP of an API process',
    inject: ({ apis }, random) => pause([random.pick(apis)], random.whole(500, 6_000)),
  },
];
