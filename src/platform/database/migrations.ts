import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Schema1795219200001 } from '../../../migrations/1795219200001-schema.js';
import { dataSourceOptions } from './data-source-options.js';
import { lockTimedOut } from './database-fault.js';
import type { MigrationState } from './migration-state.js';

/**
 * All migrations, in the order in which they run. They are listed by name, because a file pattern could also match a
 * file that an older build left behind, and such a file must never run.
 */
const MIGRATIONS = [Schema1795219200001];

/** The names that the table `migrations` contains when the schema is up to date. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map((migration) => migration.name);

/** Key of the advisory lock for migrations. The service uses this number for no other lock. */
const MIGRATION_LOCK = 1_795_219_200;

/** Reads which migrations of the database at `url` are applied and which are pending; changes nothing. */
export function migrationState(url: string): Promise<MigrationState> {
  return withExecutor(url, async (executor) => {
    const applied = await executor.getExecutedMigrations();
    const pending = await executor.getPendingMigrations();
    const inOrder = applied.toSorted((a, b) => a.timestamp - b.timestamp);
    return { applied: inOrder.map(nameOf), pending: pending.map(nameOf) };
  });
}

/**
 * Longest wait of a migration for a table lock. During this wait, writes to the table queue behind the migration.
 */
const LOCK_TIMEOUT_MS = 500;
/** Pause before the next attempt. The statements that queued behind the migration run during this pause. */
const RETRY_DELAY_MS = 1_000;
/**
 * `migrate` fails if it does not get a table lock within this time. The operator must then find the session that holds
 * the lock.
 */
const GIVE_UP_MS = 120_000;

/**
 * Applies the pending migrations and returns their names. If two processes call this function, the second process waits
 * for the first process, and then has nothing to do. A failed migration can run again, because its transaction was
 * rolled back.
 */
export function migrate(url: string): Promise<string[]> {
  return withExecutor(url, async (executor, runner) => {
    await runner.query('SET statement_timeout = 0');
    await runner.query('SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const pending = await executor.getPendingMigrations();
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      try {
        await executor.executePendingMigrations();
        return pending.map(nameOf);
      } catch (error) {
        if (!lockTimedOut(error) || performance.now() > giveUpAt) throw error;
        await sleep(RETRY_DELAY_MS);
      }
    }
  });
}

const nameOf = (migration: { name: string }): string => migration.name;

/**
 * Runs `work` on a connection of its own, and then closes the connection. The close also releases the advisory lock.
 */
async function withExecutor<T>(
  url: string,
  work: (executor: MigrationExecutor, runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const options = dataSourceOptions(url, 1);
  const source = new DataSource({
    ...options,
    // Building a large index takes longer than any time limit.
    extra: { ...options.extra, query_timeout: 0 },
    migrations: MIGRATIONS,
    // With this logger, TypeORM prints nothing, so a command prints only its own output.
    logger: 'debug',
  });
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'each';
    return await work(executor, runner);
  } finally {
    await source.destroy();
  }
}
