import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { FolderFault, makeFolder } from '../../files/make-folder.js';

/** The embedded PostgreSQL cannot be had; the message says why and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

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
 * @throws EmbeddedPostgresError when it cannot be made, or belongs to another user.
 */
export function openFolder(dataDir: string): Folder {
  const path = resolve(dataDir, 'postgres');
  try {
    makeFolder(path, 0o755);
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error;
    throw new EmbeddedPostgresError(`${error.message} Choose another DATA_DIR.`, { cause: error });
  }
  const owner = fs.statSync(path).uid;
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
  const { uid, gid } = fs.statSync(folder.path);
  if (process.getuid?.() === 0) fs.chownSync(path, uid, gid);
}

/**
 * The port of the server that ran last, to be tried first: whoever has the database open still looks
 * for it there. `undefined` before the first one.
 */
export function keptPort({ port }: Folder): string | undefined {
  if (!fs.existsSync(port)) return undefined;
  return /^\d+$/.exec(fs.readFileSync(port, 'utf8'))?.[0];
}

/** Only to be called with the gate locked. */
export function keepPort(folder: Folder, url: string): void {
  const { port } = new URL(url);
  if (keptPort(folder) === port) return;
  fs.writeFileSync(folder.port, port, { mode: 0o600 });
  adopt(folder, folder.port);
}

/** Above the highest process id of any system. */
const NO_PROCESS = 2 ** 31 - 1;

/** The port, from line 4 of the server's postmaster.pid; `undefined` until line 8 calls it ready. */
export function serverPort({ postmasterPid }: Folder): string | undefined {
  if (!fs.existsSync(postmasterPid)) return undefined;
  const lines = fs.readFileSync(postmasterPid, 'utf8').split('\n');
  return lines[7]?.trim() === 'ready' ? lines[3] : undefined;
}

/**
 * Lets PostgreSQL start over a postmaster.pid that a killed server left. It would refuse while a
 * process with that number exists, be it a zombie or a stranger, but whoever holds the server lock
 * knows better. Only the number goes: PostgreSQL still checks the shared memory the file names.
 */
export function disownPostmasterPid({ postmasterPid }: Folder): void {
  if (!fs.existsSync(postmasterPid)) return;
  const file = fs.openSync(postmasterPid, fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  const text = fs.readFileSync(file, 'utf8').replace(/^-?\d*/, String(NO_PROCESS));
  fs.ftruncateSync(file);
  fs.writeSync(file, text, 0);
  fs.closeSync(file);
}
