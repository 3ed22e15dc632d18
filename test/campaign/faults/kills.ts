import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../setup/sql.js';
import type { Fault } from './fault.js';

const A_WHILE_MS = 600;

export const KILLS: readonly Fault[] = [
  {
    name: 'kill -9 of an API process',
    inject: async ({ apis }, random) => {
      await random.pick(apis).kill();
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of a worker',
    inject: ({ workers }, random) => random.pick(workers).kill(),
  },
  {
    name: 'kill -9 of both workers',
    inject: async ({ workers }) => {
      await Promise.all(workers.map((worker) => worker.kill()));
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    inject: async ({ database }, random) => {
      database.terminate('SIGKILL');
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'immediate stop of PostgreSQL',
    inject: async ({ database }, random) => {
      database.terminate('SIGQUIT');
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of a PostgreSQL backend',
    inject: async ({ database }, random) => {
      const backends = await sql<{ pid: number }>(
        database.url,
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'imprimatur' ORDER BY pid`,
      );
      try {
        process.kill(random.pick(backends).pid, 'SIGKILL');
      } catch (error) {
        // The backend can have ended by itself.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await sleep(random.whole(0, A_WHILE_MS));
    },
  },
  {
    name: 'kill -9 of everything',
    inject: async ({ database, nodes }) => {
      database.terminate('SIGKILL');
      await Promise.all(nodes.map((node) => node.kill()));
    },
  },
  {
    name: 'SIGTERM of an API process and a worker',
    inject: async ({ apis, workers }, random) => {
      const codes = await Promise.all([random.pick(apis).stop(), random.pick(workers).stop()]);
      if (codes.some((code) => code !== 0)) throw new Error(`SIGTERM: exit ${codes.join(', ')}`);
    },
  },
];
