import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../setup/sql.js';
import type { Fault } from './fault.js';

const A_WHILE_MS = 600;

export const KILLS: readonly Fault[] = [
  {
    name: 'kill -9 of an API process',
    strike: async ({ apis }, random) => {
      await random.pick(apis).kill();
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of a worker',
    strike: ({ workers }, random) => random.pick(workers).kill(),
  },
  {
    name: 'kill -9 of both workers',
    strike: async ({ workers }) => {
      await Promise.all(workers.map((worker) => worker.kill()));
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    strike: async ({ cluster }, random) => {
      cluster.fell('SIGKILL');
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'immediate stop of PostgreSQL',
    strike: async ({ cluster }, random) => {
      cluster.fell('SIGQUIT');
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of a PostgreSQL backend',
    strike: async ({ cluster }, random) => {
      const backends = await sql<{ pid: number }>(
        cluster.url,
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'imprimatur' ORDER BY pid`,
      );
      process.kill(random.pick(backends).pid, 'SIGKILL');
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of everything',
    strike: async ({ cluster, stations }) => {
      cluster.fell('SIGKILL');
      await Promise.all(stations.map((station) => station.kill()));
    },
  },
  {
    name: 'SIGTERM of an API process and a worker',
    strike: async ({ apis, workers }, random) => {
      const codes = await Promise.all([random.pick(apis).stop(), random.pick(workers).stop()]);
      if (codes.some((code) => code !== 0)) throw new Error(`SIGTERM: exit ${codes.join(', ')}`);
    },
  },
];
