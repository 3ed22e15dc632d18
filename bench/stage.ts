import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type Caller, callerOf } from './caller.js';
import { BenchDatabase, connected } from './database.js';
import { seedAccount } from './nest/seed.js';
import { freePort, type Server, type ServerWish, startServer } from './server.js';
import { startFlags } from './start-flags.js';

/** Node's arguments for the service, as in `npm start`. */
export const SERVICE = [
  ...startFlags(join(import.meta.dirname, '../../package.json')),
  join(import.meta.dirname, '../src/main.js'),
];
const FLOOR = join(import.meta.dirname, 'floor/main.js');
const NEST = join(import.meta.dirname, 'nest/main.js');
/** Pool size of every server. It is the service's default of `DATABASE_POOL_SIZE`. */
const CONNECTIONS = '20';

/** The measured servers. Each has a database of its own on one PostgreSQL server. */
export const TARGETS = ['service', 'api', 'floor', 'nest'] as const;
export type TargetName = (typeof TARGETS)[number];

/** A server under load. */
export interface Target extends Server, Caller {
  /** Name of its database; one of `TARGETS` in a stage. */
  readonly name: string;
  /** Connection to the database of the server, for queries outside the load. */
  readonly sql: Client;
}

/** Everything that runs during a bench. */
export interface Stage {
  readonly database: BenchDatabase;
  readonly targets: Record<TargetName, Target>;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL, the service, the floor and plain Nest. The service runs twice. `service` has all roles. `api` has
 * no worker, so `api` releases nothing.
 * @param nodeOptions options of Node for the service, such as `--cpu-prof`
 */
export async function openStage(nodeOptions: readonly string[] = []): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-bench-'));
  const endings: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true, maxRetries: 20 }),
  ];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const database = await BenchDatabase.open(directory);
    endings.push(() => database.close());
    const caller = await callerOf(database.template);
    const open = async (name: TargetName): Promise<Target> => {
      const url = await (name === 'nest' ? database.empty(name) : database.copy(name));
      const sql = await connected(url);
      endings.push(() => sql.end());
      const port = await freePort();
      const program =
        name === 'floor'
          ? floorOf(caller)
          : name === 'nest'
            ? PLAIN_NEST
            : await serviceOf(name, port, nodeOptions);
      const env = { DATABASE_URL: url, DATABASE_POOL_SIZE: CONNECTIONS, ...program.env };
      const server = await startServer({ ...program, port, directory, env });
      endings.push(() => server.stop());
      if (name === 'nest') await seedAccount(sql, caller);
      return { ...server, ...caller, name, sql };
    };
    const targets = {
      service: await open('service'),
      api: await open('api'),
      floor: await open('floor'),
      nest: await open('nest'),
    };
    return { database, targets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Command, environment and readiness path of a server. */
type Program = Pick<ServerWish, 'command' | 'env' | 'readyPath'>;

const floorOf = ({ accountId }: Caller): Program => ({
  command: [FLOOR],
  env: { ACCOUNT: accountId },
  readyPath: '/search.json?q=ready',
});

const PLAIN_NEST: Program = { command: [NEST], env: {}, readyPath: '/health' };

async function serviceOf(
  name: 'service' | 'api',
  port: number,
  nodeOptions: readonly string[],
): Promise<Program> {
  return {
    command: [...nodeOptions, ...SERVICE],
    env: {
      HOST: '127.0.0.1',
      PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: String(await freePort()),
      RATE_LIMIT_PER_MINUTE: '0',
      // For `fromElsewhere`.
      TRUST_PROXY: 'true',
      SHUTDOWN_GRACE_MS: '0',
      LOG_LEVEL: 'info',
      ROLE: name === 'api' ? 'api' : 'all',
    },
    readyPath: '/health/ready',
  };
}
