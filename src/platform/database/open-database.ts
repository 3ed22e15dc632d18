import type { Config } from '../config/config.js';
import { EmbeddedPostgres, type Logger } from './embedded/embedded-postgres.js';
import { assertCurrent } from './migration-state.js';
import { migrate, migrationState } from './migrations.js';

export interface OpenDatabase {
  readonly url: string;
  /** True: in `DATA_DIR`; false: at `DATABASE_URL`. */
  readonly embedded: boolean;
  /** Call it last, after every connection is closed. */
  close(): Promise<void>;
}

/**
 * Finds the configured database. Starts the embedded one, and restarts it when it is lost, which `logger` reports.
 * @throws EmbeddedPostgresError
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, embedded: false, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.open(config.dataDir, {}, logger);
  return { url: postgres.url, embedded: true, close: () => postgres.close() };
}

/** Migrates the embedded database; any other is for its operators to migrate. @throws SchemaOutdated */
export async function ensureSchema({ url, embedded }: OpenDatabase): Promise<void> {
  if (embedded) await migrate(url);
  else assertCurrent(await migrationState(url));
}
