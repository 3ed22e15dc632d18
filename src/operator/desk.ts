import type { DynamicModule } from '@nestjs/common';
import { type Config, loadConfig } from '../platform/config/config.js';
import type { MigrationState } from '../platform/database/migration-state.js';
import { migrate, migrationState } from '../platform/database/migrations.js';
import {
  ensureSchema,
  openDatabase,
  type OpenDatabase,
} from '../platform/database/open-database.js';
import { type Services, startServices } from './services.js';

const say = (line: string): void => void process.stderr.write(`imprimatur: ${line}\n`);

/** Where commands get what they need, opened at the moment they need it. */
export class Desk {
  private database: OpenDatabase | undefined;
  private started: Services | undefined;

  constructor(private readonly moduleFor: (config: Config, databaseUrl: string) => DynamicModule) {}

  /** The settings of this process. @throws ConfigFault */
  config(): Config {
    return loadConfig();
  }

  /** The database, running; nothing is known of its schema. @throws ConfigFault */
  async open(): Promise<OpenDatabase> {
    this.database ??= await openDatabase(loadConfig(), { info: say, warn: say });
    return this.database;
  }

  /**
   * The services, on a database whose schema is the one they were written for.
   * @throws ConfigFault, SchemaOutdated, or what keeps the database from being reached
   */
  async services(): Promise<Services> {
    if (!this.started) {
      const database = await this.open();
      await ensureSchema(database);
      this.started = await startServices(this.moduleFor(loadConfig(), database.url));
    }
    return this.started;
  }

  /** How far the schema of the database is. @throws ConfigFault */
  async schema(): Promise<MigrationState> {
    const { url } = await this.open();
    return migrationState(url);
  }

  /** Brings the schema up to date and returns what was applied. @throws ConfigFault */
  async migrate(): Promise<string[]> {
    const { url } = await this.open();
    return migrate(url);
  }

  /** Gives back whatever was opened. */
  async close(): Promise<void> {
    await this.started?.close();
    await this.database?.close();
  }
}
