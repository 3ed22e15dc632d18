import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { KEY_LOCK } from '../../src/writes/write.sql.js';
import { sql } from './sql.js';

/**
 * Query for the statements of this database that wait for a lock. `pg_locks` would also show the locks of other tests
 * in other databases.
 */
const WAITING = `
  SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Returns the number of statements of this database that wait for a lock. */
export const lockWaits = async (databaseUrl: string): Promise<number> =>
  (await sql(databaseUrl, WAITING)).length;

/** Waits until at least `statements` statements of this database wait for a lock. */
export async function lockAwaited(databaseUrl: string, statements = 1): Promise<void> {
  while ((await lockWaits(databaseUrl)) < statements) await sleep(10);
}

/** Runs `work` while another transaction holds the locks that `statement` takes, and returns the result of `work`. */
export async function whileLocked<T>(
  databaseUrl: string,
  statement: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(statement);
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
}

/** Makes the statement that takes the lock of an idempotency key, for which the write with this key then waits. */
export const lockOfKey = (accountId: string, key: string): string =>
  `SELECT pg_advisory_xact_lock(${KEY_LOCK.replace('$accountId', `'${accountId}'`).replace('$idempotencyKey', `'${key}'`)})`;
