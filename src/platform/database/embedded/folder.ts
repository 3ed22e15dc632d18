import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** Everything one embedded database keeps on disk, below `<dataDir>/postgres`. */
export interface Folder {
  readonly path: string;
  /** Locked by the one process that is opening or closing the database. */
  readonly gateLock: string;
  /** Locked, shared, for every process that uses the database. */
  readonly usersLock: string;
  /** Locked by the server's own processes, for as long as the last of them lives. */
  readonly serverLock: string;
  /** Where the server listens, for the next one. */
  readonly port: string;
  /** PostgreSQL's data directory. It exists only once it is complete. */
  readonly cluster: string;
  readonly unfinishedCluster: string;
  readonly postmasterPid: string;
  readonly password: string;
  readonly log: string;
  readonly libraries: string;
}

/**
 * Makes the folder where it is missing.
 * @throws EmbeddedPostgresError when it belongs to somebody else.
 */
export function openFolder(dataDir: string): Folder {
  const path = resolve(dataDir, 'postgres');
  mkdirSync(path, { recursive: true, mode: 0o755 });
  const owner = statSync(path).uid;
  const self = process.getuid?.() ?? owner;
  if (self !== 0 && self !== owner) {
    throw new EmbeddedPostgresError(
      `The database in ${path} belongs to user id ${owner}, and this process runs as ${self}. ` +
        `Start it as that user or as root, or choose another DATA_DIR.`,
    );
  }
  const within = (...names: string[]): string => join(path, ...names);
  return {
    path,
    gateLock: within('gate.lock'),
    usersLock: within('users.lock'),
    serverLock: within('server.lock'),
    port: within('port'),
    cluster: within('cluster'),
    unfinishedCluster: within('cluster.unfinished'),
    postmasterPid: within('cluster', 'postmaster.pid'),
    password: within('password'),
    log: within('server.log'),
    libraries: within('lib'),
  };
}

/** What root makes in the folder of an ordinary user is to be that user's, who may replace it later. */
export function adopt(folder: Folder, path: string): void {
  const { uid, gid } = statSync(folder.path);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}
