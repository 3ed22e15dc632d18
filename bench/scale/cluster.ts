import type { Caller } from '../caller.js';
import { type BenchDatabase, connected } from '../database.js';
import { freePort, type Server, startServer } from '../server.js';
import { SERVICE, type Target } from '../stage.js';

/** Processes of the service on one database. */
export interface Cluster {
  readonly apis: readonly Server[];
  /** The `origin` of a worker serves only metrics and health checks. */
  readonly workers: readonly Server[];
  /** The first API process, for requests that only one process gets. */
  readonly target: Target;
  close(): Promise<void>;
}

/** Maximum number of connections of each process. Eight processes stay below PostgreSQL's limit of 100 connections. */
const POOL_SIZE = '10';

/** Starts `count` processes with `ROLE=api`, and `count` with `ROLE=worker`. */
export async function openCluster(
  database: BenchDatabase,
  caller: Caller,
  count: number,
  directory: string,
): Promise<Cluster> {
  const url = await database.copy(`cluster_of_${count}`);
  const sql = await connected(url);
  const endings: (() => Promise<unknown>)[] = [() => sql.end()];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  const publicPort = await freePort();
  const start = async (role: 'api' | 'worker', port: number): Promise<Server> => {
    const server = await startServer({
      port,
      directory,
      command: SERVICE,
      env: {
        ROLE: role,
        HOST: '127.0.0.1',
        DATABASE_URL: url,
        DATABASE_POOL_SIZE: POOL_SIZE,
        PUBLIC_BASE_URL: `http://127.0.0.1:${publicPort}`,
        METRICS_PORT: String(role === 'worker' ? port : await freePort()),
        RATE_LIMIT_PER_MINUTE: '0',
        SHUTDOWN_GRACE_MS: '0',
      },
      readyPath: '/health/ready',
    });
    endings.push(() => server.stop());
    return server;
  };
  try {
    const apis = [await start('api', publicPort)];
    while (apis.length < count) apis.push(await start('api', await freePort()));
    const workers: Server[] = [];
    while (workers.length < count) workers.push(await start('worker', await freePort()));
    return { apis, workers, target: { ...apis[0]!, ...caller, name: 'service', sql }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
