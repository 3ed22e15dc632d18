import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from './load.js';
import { Requests } from './requests.js';
import { cpuOfTree } from './cpu.js';
import { type BenchDatabase, connected } from './database.js';
import { freePort, startServer } from './server.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFlags } from './start-flags.js';
import type { Target } from './stage.js';

const NO_LIMIT = '1000000000';
const LOOK_MS = 200;

/** A running build of the service, which is used only through its interfaces and its commands. */
export interface Build extends Target {
  /** Runs a command of this build, and returns the JSON document that it writes. */
  command<T>(...words: readonly string[]): Promise<T>;
}

/**
 * Starts the build in a directory, with all roles and a new database. The build makes its own schema, account and key.
 * @param name the name of the database
 */
export async function startBuild(
  directory: string,
  database: BenchDatabase,
  name: string,
): Promise<Build> {
  const url = await database.empty(name);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: url, PUBLIC_BASE_URL: origin };
  const command: Build['command'] = async (...words) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(directory, 'dist/src/cli.js'), ...words, '--yes', '--json'],
      { env: { PATH: process.env['PATH'] ?? '', ...env }, cwd: directory, maxBuffer: 2 ** 30 },
    );
    return JSON.parse(stdout) as never;
  };
  await command('db', 'migrate');
  const { id: accountId } = await command<{ id: string }>('accounts', 'create', '--name', 'Bench');
  await command('accounts', 'set-limit', accountId, NO_LIMIT);
  const scopes = ['--name', 'bench', '--scopes', 'read,write,publish'];
  const { key } = await command<{ key: string }>(
    'keys',
    'issue',
    '--account',
    accountId,
    ...scopes,
  );
  const server = await startServer({
    port,
    command: [...startFlags(join(directory, 'package.json')), join(directory, 'dist/src/main.js')],
    env: {
      ...env,
      HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_GRACE_MS: '0',
    },
    readyPath: '/health/ready',
    directory,
  });
  return { ...server, accountId, key, name, sql: await connected(url), command };
}

/** Waits until every accepted publish is public and searchable. @throws Error if a release failed */
export async function everythingReady(build: Build): Promise<void> {
  const connection = new Connection(build.origin);
  const requests = new Requests(build);
  for (const query of [{ state: 'publishing' }, { indexStatus: 'pending' }]) {
    for (;;) {
      const list = requests.list({ ...query, limit: 1 });
      const { items } = await connection.json<{ items: { publishError: unknown }[] }>(list);
      if (items.length === 0) break;
      if (items[0]!.publishError !== null) throw new Error(JSON.stringify(items[0]));
      await sleep(LOOK_MS);
    }
  }
  await connection.close();
}

/** Waits until server and database do nothing, so that earlier work does not count for the next measurement. */
export async function quiet(build: Build, database: BenchDatabase): Promise<void> {
  const cpu = () => cpuOfTree(build.pid) + cpuOfTree(database.pid);
  for (let [before, still] = [cpu(), 0]; still < 3;) {
    await sleep(LOOK_MS);
    const now = cpu();
    still = now - before < LOOK_MS / 10 ? still + 1 : 0;
    before = now;
  }
}
