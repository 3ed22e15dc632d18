import { findBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { EmbeddedPostgresError, keepPort, openFolder } from './folder.js';
import { FileLock } from './file-lock.js';
import { Keeper } from './keeper.js';
import { Runner } from './runner.js';
import { reachServer } from './server.js';
import { type Notices, Watch } from './watch.js';

/** One process's use of the PostgreSQL that all processes on a data directory share. */
export interface EmbeddedPostgres {
  /**
   * postgres://… on 127.0.0.1, of the database `imprimatur` (created where missing). It stays true when
   * the server is lost: until `close()` it is started again, in the same place.
   */
  readonly url: string;
  /** Lets go of the database; whoever is last stops it and waits until it has stopped. Idempotent. */
  close(): Promise<void>;
}

const GATE_TIMEOUT_SECONDS = 60;
const SERVER_TIMEOUT_MS = 30_000;
const NO_NOTICES: Notices = { info() {}, warn() {} };

/**
 * Starts, or attaches to, the PostgreSQL in `dataDir` (contract 11: `DATA_DIR`); it lives in the
 * subfolder `postgres`. A user that dies without `close()` is noticed, and counts no more.
 * @param settings PostgreSQL settings for a server that is started here, as for `-c name=value`.
 * @param notices hears when the server is lost, and when it is back.
 * @throws EmbeddedPostgresError when it cannot be had, with the reason and the remedy.
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  notices: Notices = NO_NOTICES,
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const folder = openFolder(dataDir);
  const gate = await FileLock.take(folder.gateLock, GATE_TIMEOUT_SECONDS);
  if (!gate) {
    throw new EmbeddedPostgresError(
      `Another process has been starting or stopping the database in ${folder.path} for ${GATE_TIMEOUT_SECONDS} s.`,
    );
  }
  try {
    const runner = Runner.choose(folder, binaries);
    const keeper = await Keeper.start(folder, runner);
    try {
      const installation = { folder, runner, binaries, settings };
      await ensureCluster(installation);
      const url = await reachServer(installation, AbortSignal.timeout(SERVER_TIMEOUT_MS));
      keepPort(folder, url);
      const watch = new Watch(installation, url, notices);
      return { url, close: () => watch.end().then(() => keeper.release()) };
    } catch (error) {
      gate.release();
      await keeper.release();
      throw error;
    }
  } finally {
    gate.release();
  }
}
