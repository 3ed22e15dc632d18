import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './program.js';
import { connectionUrl } from './connection.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { FileLock } from './file-lock.js';
import { keptPort } from './kept-port.js';
import { disownPostmasterPid } from './postmaster-pid.js';
import { hasEnded, logTail, startProgram } from './program.js';

/** Between asking the operating system for a free port and taking it, somebody else may. */
const PORT_WAS_TAKEN = 'could not create any TCP/IP sockets';

/**
 * The URL of the running server, or of one started here. Only to be called with the gate locked. While
 * processes of an older server live, they are either serving, or on their way out: both end well.
 * @param patience once it is aborted, no server is started any more
 * @param port where a server that is started has to be; else where the one before was, if that is free
 * @throws EmbeddedPostgresError when the server ends at once, or does not answer in time.
 */
export async function reachServer(
  installation: Installation,
  patience: AbortSignal,
  port?: string,
): Promise<string> {
  let wanted = port ?? keptPort(installation.folder);
  let server: ChildProcess | undefined;
  let obstacle: unknown;
  while (!patience.aborted) {
    server ??= await startServer(installation, wanted ?? String(await freePort()), patience);
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
  patience: AbortSignal,
): Promise<ChildProcess | undefined> {
  const lock = await FileLock.take(installation.folder.serverLock, 0);
  if (!lock) return undefined;
  try {
    if (patience.aborted) return undefined;
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
