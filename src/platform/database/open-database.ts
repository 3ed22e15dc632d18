import type { Config } from '../config/config.js';
import { EmbeddedPostgres, type Logger } from './embedded/embedded-postgres.js';
import { assertCurrent } from './migration-state.js';
import { migrate, migrationState } from './migrations.js';

export interface OpenDatabase {
  readonly url: string;
  /** Whether `url` is the address of the embedded server in `DATA_DIR`. If false, `url` is `DATABASE_URL`. */
  readonly embedded: boolean;
  /** Must be called last, after every connection is closed. */
  close(): Promise<void>;
}

/**
 * Returns the address of the database. Without `DATABASE_URL`, this is the address of the embedded server. The function
 * starts the embedded server if the server does not run yet. Later, the server is restarted whenever it stops. `logger`
 * gets a message when the embedded server is lost, when it cannot be restarted, and when it is back.
 * @throws Error if the embedded server cannot be started
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, embedded: false, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.open(config.dataDir, {}, logger);
  return { url: postgres.url, embedded: true, close: () => postgres.close() };
}

/**
 * Migrates an embedded database. Any other database is only checked, because its operator migrates it.
 * @throws Error if a database that is only checked lacks a migration
 */
export async function ensureSchema({ url, embedded }: OpenDatabase): Promise<void> {
  if (embedded) await migrate(url);
  else assertCurrent(await migrationState(url));
}
