import type { Config } from '../config/config.js';
import { EmbeddedPostgres, type Logger } from './embedded/embedded-postgres.js';
import { assertCurrent } from './migration-state.js';
import { migrate, migrationState } from './migrations.js';

export interface OpenDatabase {
  readonly url: string;
  /** True if `url` is the server in `DATA_DIR`, false if it is the one at `DATABASE_URL`. */
  readonly embedded: boolean;
  /** Call this last, after every connection is closed. */
  close(): Promise<void>;
}

/**
 * Returns the address of the database. Without `DATABASE_URL` that is the embedded server: this function starts it if
 * it does not run yet, and the server is restarted whenever it stops. `logger` then reports that it was lost and that
 * it is back.
 * @throws EmbeddedPostgresError if the embedded server cannot be started
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, embedded: false, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.open(config.dataDir, {}, logger);
  return { url: postgres.url, embedded: true, close: () => postgres.close() };
}

/** Migrates the embedded database. Operators migrate any other one. @throws SchemaOutdated if they have not done so */
export async function ensureSchema({ url, embedded }: OpenDatabase): Promise<void> {
  if (embedded) await migrate(url);
  else assertCurrent(await migrationState(url));
}
