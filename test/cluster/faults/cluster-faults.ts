import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseNode } from '../../../deploy/cluster/local/database-node.js';
import type { LocalCluster } from '../../../deploy/cluster/local/local-cluster.js';
import { untilServiceReady } from '../../../deploy/cluster/local/service.js';

export interface ClusterFault {
  readonly name: string;
  /** Whether another node becomes primary. */
  readonly promotes: boolean;
  /** Whether the fault restarts processes of the service on purpose. */
  readonly restartsService?: boolean;
  /** @returns a function that repairs the fault, if the fault needs a repair */
  inject(cluster: LocalCluster, primary: DatabaseNode): Promise<(() => Promise<void>) | void>;
}

/** Duration of a fault without a promotion, in ms. */
const SOME_TIME_MS = 8_000;

/** Waits until there is a synchronous standby, for which every commit waits, and returns this standby. */
async function synchronousStandby({ nodes }: LocalCluster): Promise<DatabaseNode> {
  for (;;) {
    for (const node of nodes) if (await node.isSynchronous()) return node;
    await sleep(100);
  }
}

export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    name: 'PostgreSQL of the primary killed (-9)',
    promotes: true,
    inject: async (_cluster, primary) => primary.signalPostgres('SIGKILL'),
  },
  {
    name: 'Patroni of the primary killed (-9)',
    promotes: true,
    inject: async (_cluster, primary) => {
      await primary.patroni.stop('SIGKILL');
      return async () => primary.patroni.start();
    },
  },
  {
    name: 'PostgreSQL of the primary frozen (SIGSTOP)',
    promotes: true,
    inject: async (_cluster, primary) => {
      primary.signalPostgres('SIGSTOP');
      return async () => primary.signalPostgres('SIGCONT');
    },
  },
  {
    name: 'machine of the primary cut off from the network',
    promotes: true,
    inject: async ({ context: { network } }, { number }) => {
      network.setPartition(number, true);
      return async () => network.setPartition(number, false);
    },
  },
  {
    name: 'switchover by hand',
    promotes: true,
    inject: async (_cluster, primary) => {
      const body = JSON.stringify({ leader: `node${primary.number}` });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${primary.restUrl}/switchover`, {
        method: 'POST',
        body,
        headers,
      });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
  },
  {
    name: 'leader of etcd killed (-9)',
    promotes: false,
    inject: async (cluster) => {
      const leader = cluster.etcd[await cluster.etcdLeader()]!;
      await leader.stop('SIGKILL');
      await sleep(SOME_TIME_MS);
      return async () => leader.start();
    },
  },
  {
    name: 'synchronous standby frozen (SIGSTOP)',
    promotes: false,
    inject: async (cluster) => {
      const standby = await synchronousStandby(cluster);
      standby.signalPostgres('SIGSTOP');
      await sleep(2 * SOME_TIME_MS);
      return async () => standby.signalPostgres('SIGCONT');
    },
  },
  {
    name: 'synchronous standby killed (-9), with its Patroni',
    promotes: false,
    inject: async (cluster) => {
      const standby = await synchronousStandby(cluster);
      await standby.patroni.stop('SIGKILL');
      standby.signalPostgres('SIGKILL');
      await sleep(SOME_TIME_MS);
      return async () => standby.patroni.start();
    },
  },
  {
    name: 'PgBouncer restarted',
    promotes: false,
    inject: async ({ pgbouncer }) => {
      await pgbouncer.stop('SIGTERM');
      pgbouncer.start();
    },
  },
  {
    name: 'HAProxy restarted',
    promotes: false,
    inject: async ({ haproxy }) => {
      await haproxy.stop('SIGTERM');
      haproxy.start();
    },
  },
  {
    name: 'rolling upgrade of the service, with `db migrate`',
    promotes: false,
    restartsService: true,
    inject: async (cluster) => {
      await cluster.operate('db', 'migrate');
      for (const service of cluster.services.values()) {
        await service.stop();
        service.start();
        await untilServiceReady(cluster.context, service);
        // HAProxy must detect this process before the next process stops.
        await sleep(2_000);
      }
    },
  },
];
