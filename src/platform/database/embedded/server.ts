import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ROLE } from './cluster.js';
import { FileLock } from './file-lock.js';
import {
  disownPostmasterPid,
  EmbeddedPostgresError,
  type Folder,
  keptPort,
  serverPort,
} from './folder.js';
import { hasEnded, type Installation, logTail, startProgram } from './program.js';

const DATABASE = 'imprimatur';
/** PostgreSQL's `invalid_catalog_name`. */
const NO_SUCH_DATABASE = '3D000';

/** The URL of the database, once it answers there; it is created where it is missing. */
async function connectionUrl(folder: Folder): Promise<string> {
  const port = serverPort(folder);
  if (!port) throw new EmbeddedPostgresError('The server is not ready.');
  const password = readFileSync(folder.password, 'utf8');
  const server = `postgres://${ROLE}:${password}@127.0.0.1:${port}`;
  const url = `${server}/${DATABASE}`;
  try {
    await run(url, 'SELECT');
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NO_SUCH_DATABASE)) throw error;
    await run(`${server}/postgres`, `CREATE DATABASE ${DATABASE}`);
  }
  return url;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Between asking the operating system for a free port and taking it, somebody else may. */
const PORT_WAS_TAKEN = 'could not create any TCP/IP sockets';

/**
 * The URL of the running server, or of one started here. Only to be called with the gate locked. While
 * processes of an older server live, they are either serving, or on their way out: both end well.
 * @param deadline once it is aborted, no server is started any more
 * @param port where a server that is started has to be; else where the one before was, if that is free
 * @throws EmbeddedPostgresError when the server ends at once, or does not answer in time.
 */
export async function reachServer(
  installation: Installation,
  deadline: AbortSignal,
  port?: string,
): Promise<string> {
  let wanted = port ?? keptPort(installation.folder);
  let server: ChildProcess | undefined;
  let obstacle: unknown;
  while (!deadline.aborted) {
    server ??= await startServer(installation, wanted ?? String(await freePort()), deadline);
    try {
      return await connectionUrl(installation.folder);
    } catch (error) {
      obstacle = error;
    }
    if (server && hasEnded(server)) {
      const log = logTail(installation.folder);
      if (port !== undefined || !log.includes(PORT_WAS_TAKEN)) {
        throw new EmbeddedPostgresError(`PostgreSQL did not start:\n${log}`);
      }
      server = undefined;
      wanted = undefined;
    }
    await sleep(20);
  }
  throw new EmbeddedPostgresError(
    `The server in ${installation.folder.path} did not answer in time ` +
      `(${String(obstacle)}). Its last lines:\n${logTail(installation.folder)}`,
    { cause: obstacle },
  );
}

/** `undefined` while a process of an older server still lives: it holds the lock. */
async function startServer(
  installation: Installation,
  port: string,
  deadline: AbortSignal,
): Promise<ChildProcess | undefined> {
  const lock = await FileLock.take(installation.folder.serverLock, 0);
  if (!lock) return undefined;
  try {
    if (deadline.aborted) return undefined;
    rmSync(installation.folder.log, { force: true });
    disownPostmasterPid(installation.folder);
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: '100',
      ...installation.settings,
    };
    const server = startProgram(installation, lock, 'postgres', [
      '-D',
      installation.folder.cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    server.unref();
    return server;
  } finally {
    lock.release();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
