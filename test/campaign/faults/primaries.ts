import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultProxy } from '../../setup/fault-proxy.js';
import type { Cluster } from '../cluster.js';
import type { History } from '../history.js';
import { recoveryOf } from '../recovery.js';
import type { Fault } from './fault.js';

/**
 * Maximum time, in ms, from the loss of the primary to the promotion of the standby. A real cluster also needs time to
 * notice the loss.
 */
const NOTICED_MS = 2_000;
/** Maximum wait for writes, in ms. It is longer than the limit of 15 s (contract 12), which `checkRecovery` checks. */
const PATIENCE_MS = 25_000;

/** The behaviour of the proxies from the loss of the primary until they connect to the new primary. */
type Meanwhile = (proxies: readonly FaultProxy[], cluster: Cluster) => void;

/** Returns a fault that kills the primary and promotes its standby, which has all acknowledged writes. */
const failoverCalled = (name: string, meanwhile: Meanwhile): Fault => ({
  name,
  prepare: (cluster) => cluster.addStandby(),
  inject: async (cluster, random, history) => {
    const proxies = cluster.nodes.map(({ toDatabase }) => toDatabase);
    const before = cluster.database;
    const gone = before.lose();
    meanwhile(proxies, cluster);
    await sleep(random.whole(0, NOTICED_MS));
    await cluster.promoteStandby();
    const promoted = performance.now();
    for (const proxy of proxies) {
      proxy.aim(cluster.database.url);
      proxy.setMode('pass');
    }
    await Promise.all([gone, untilWritten(cluster, history, promoted)]);
    return promoted;
  },
});

/** Waits until every API process has accepted a write, but not longer than `PATIENCE_MS`. */
async function untilWritten({ apis }: Cluster, history: History, promoted: number): Promise<void> {
  const names = apis.map(({ name }) => name);
  const end = performance.now() + PATIENCE_MS;
  const isOver = () => recoveryOf(history, promoted, names).everywhere < PATIENCE_MS;
  while (!isOver() && performance.now() < end) await sleep(50);
}

const refuse: Meanwhile = (proxies) => {
  for (const proxy of proxies) proxy.setMode('refuse');
};

export const PRIMARIES: readonly Fault[] = [
  {
    name: 'a primary that can only be read',
    inject: async ({ database }, random) => {
      await database.setReadOnly(true);
      await sleep(random.whole(500, 3_000));
      await database.setReadOnly(false);
    },
  },
  failoverCalled('failover to a synchronous standby', refuse),
  failoverCalled('failover that leaves connections silent', (proxies, cluster) => {
    for (const proxy of proxies) proxy.strand();
    refuse(proxies, cluster);
  }),
  failoverCalled(
    'failover by way of a standby that is not promoted yet',
    (proxies, { standbyUrl }) => {
      for (const proxy of proxies) {
        proxy.aim(standbyUrl);
        proxy.reset();
      }
    },
  ),
];
