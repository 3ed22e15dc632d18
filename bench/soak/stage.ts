import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrations.js';
import { callerOf } from '../caller.js';
import { parentOf } from '../cpu.js';
import { connected } from '../database.js';
import { freePort, startServer } from '../server.js';
import { SERVICE, type Target } from '../stage.js';

export interface SoakStage {
  readonly target: Target;
  /** Id of PostgreSQL's first process. */
  readonly databasePid: number;
  /** Address of the service's metrics. */
  readonly metrics: string;
  close(): Promise<void>;
}

/**
 * Starts the service as `npm start` does. The service has all roles, and its own embedded PostgreSQL. The service and
 * PostgreSQL have their default settings. Only the burst limit is off, and the account has no daily limit.
 */
export async function openSoakStage(): Promise<SoakStage> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-soak-'));
  const endings: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true, maxRetries: 20 }),
  ];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    // This process opens PostgreSQL first, so that PostgreSQL is not a child process of the service.
    const postgres = await EmbeddedPostgres.open(directory);
    endings.push(() => postgres.close());
    await migrate(postgres.url);
    const caller = await callerOf(postgres.url);
    const sql = await connected(postgres.url);
    endings.push(() => sql.end());
    const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const [port, metricsPort] = [await freePort(), await freePort()];
    const server = await startServer({
      port,
      directory,
      command: SERVICE,
      env: {
        DATA_DIR: directory,
        PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
        METRICS_PORT: String(metricsPort),
        RATE_LIMIT_PER_MINUTE: '0',
      },
      readyPath: '/health/ready',
    });
    endings.push(() => server.stop());
    return {
      target: { ...server, ...caller, name: 'service', sql },
      databasePid: parentOf(rows[0]!.pid),
      metrics: `http://127.0.0.1:${metricsPort}/metrics`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
