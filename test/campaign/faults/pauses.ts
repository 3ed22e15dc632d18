import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../cluster-node.js';
import type { Fault } from './fault.js';

/** Pause in ms, longer than a worker's lease of 5 s. So a paused worker continues with an expired lease. */
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
      // Pauses one worker after the other. The second worker claims the jobs of the first worker, and is paused when
      // the first worker continues.
      for (const worker of workers) await pause([worker], LONGER_THAN_A_LEASE_MS);
    },
  },
  {
    name: 'a reader of the log that stalls',
    leavesOthersServed: true,
    inject: async ({ apis, nodes }, random) => {
      for (const node of nodes) node.readLog(false);
      const { url } = random.pick(apis);
      // Causes more log lines than the pipe and the buffer of a process can hold.
      const asker = async (): Promise<void> => {
        for (let times = 0; times < 400; times += 1)
          await (await fetch(`${url}/health/live`)).text();
      };
      await Promise.all(Array.from({ length: 16 }, asker));
    },
  },
  {
    name: 'SIGSTOP of an API process',
    inject: ({ apis }, random) => pause([random.pick(apis)], random.whole(500, 6_000)),
  },
];
