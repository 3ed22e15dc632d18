import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import type { Installation } from './program.js';
import { EmbeddedPostgresError } from './folder.js';
import { FileLock } from './file-lock.js';
import { logTail, startProgram } from './program.js';

/** The server's only role. It and its password protect the database from the machine's other users. */
export const ROLE = 'imprimatur';

const LOCK_TIMEOUT_SECONDS = 30;

/**
 * Makes the cluster where there is none. Only to be called with the gate locked.
 * @throws EmbeddedPostgresError when initdb fails, or an initdb of a killed process does not end.
 */
export async function ensureCluster(installation: Installation): Promise<void> {
  const { folder } = installation;
  if (fs.existsSync(folder.cluster)) return;
  const serverLock = await FileLock.take(folder.serverLock, LOCK_TIMEOUT_SECONDS);
  if (!serverLock) {
    throw new EmbeddedPostgresError(`PostgreSQL still runs in ${folder.path}, without its files.`);
  }
  try {
    await makeCluster(installation, serverLock);
  } finally {
    serverLock.release();
  }
}

/** The cluster gets its name when it is complete; one that was cut short is simply made again. */
async function makeCluster(installation: Installation, serverLock: FileLock): Promise<void> {
  const { folder, runner, settings } = installation;
  fs.rmSync(folder.unfinishedCluster, { recursive: true, force: true });
  fs.rmSync(folder.password, { force: true });
  fs.mkdirSync(folder.unfinishedCluster, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  fs.writeFileSync(folder.password, password, { mode: 0o600, flush: true });
  for (const path of [folder.unfinishedCluster, folder.password]) {
    runner.own((uid, gid) => fs.chownSync(path, uid, gid));
  }
  const initdb = startProgram(installation, serverLock, 'initdb', [
    `--pgdata=${folder.unfinishedCluster}`,
    `--username=${ROLE}`,
    `--pwfile=${folder.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  await once(initdb, 'close').catch(() => undefined);
  if (initdb.exitCode !== 0) {
    throw new EmbeddedPostgresError(`PostgreSQL's initdb failed:\n${logTail(folder)}`);
  }
  fs.renameSync(folder.unfinishedCluster, folder.cluster);
  const directory = fs.openSync(folder.path, 'r');
  fs.fsyncSync(directory);
  fs.closeSync(directory);
}
