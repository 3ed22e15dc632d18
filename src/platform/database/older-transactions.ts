import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import type { Statement } from './statement.js';

/** A transaction that another session runs. */
interface RunningTransaction {
  readonly pid: number;
  /** The session and the start of the transaction, which together name it. */
  readonly name: string;
  readonly hasWritten: boolean;
}

const RUNNING_TRANSACTIONS: Statement = {
  name: 'database_running_transactions',
  text: `
    SELECT pid, pid || ' ' || xact_start AS name, backend_xid IS NOT NULL AS "hasWritten" FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend' AND xact_start IS NOT NULL`,
};

/**
 * Longest wait. It exceeds the sum of the service's two time-outs: 10 s for a statement and 5 s for an idle transaction.
 */
const OLDER_END_MS = 15_000;
const LOOK_AGAIN_MS = 20;

/**
 * Waits for the end of all transactions that run now, and holds no lock meanwhile. Compares no times, because the clock
 * of the database can go back.
 * @returns the transactions that still run after 15 s
 */
export async function olderTransactionsEnd(
  database: Pick<Database, 'rows'>,
): Promise<readonly RunningTransaction[]> {
  const running = (): Promise<RunningTransaction[]> => database.rows(RUNNING_TRANSACTIONS);
  const giveUpAt = performance.now() + OLDER_END_MS;
  let older = new Set((await running()).map(({ name }) => name));
  for (;;) {
    const left = (await running()).filter(({ name }) => older.has(name));
    if (left.length === 0 || performance.now() > giveUpAt) return left;
    older = new Set(left.map(({ name }) => name));
    await sleep(LOOK_AGAIN_MS);
  }
}
