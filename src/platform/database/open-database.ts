import type { Config } from '../config/config.js';
import { EmbeddedPostgres, type Logger } from './embedded/embedded-postgres.js';
import { assertCurrent } from './migration-state.js';
import { migrate, migrationState } from './migrations.js';

/** A database that this process may connect to. */
export interface OpenDatabase {
  readonly url: string;
  /** True: in `DATA_DIR`; false: at `DATABASE_URL`. */
  readonly embedded: boolean;
  /** To be called last of all, after every connection is closed. */
  close(): Promise<void>;
}

/**
 * Finds the database of the configuration; the embedded one is started if it does not run yet,
 * and again when it is lost, which `logger` reports.
 * @throws EmbeddedPostgresError
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, embedded: false, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.open(config.dataDir, {}, logger);
  return { url: postgres.url, embedded: true, close: () => postgres.close() };
}

/**
 * Makes sure that the schema is the one this code was written for. The embedded database is brought
 * up to date at once; another is left alone: its operators say when it is migrated.
 * @throws SchemaOutdated
 */
export async function ensureSchema({ url, embedded }: OpenDatabase): Promise<void> {
  if (embedded) await migrate(url);
  else assertCurrent(await migrationState(url));
}
