import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { connectionLost } from './database-fault.js';
import { preparedQuery, run, type Statement } from './statement.js';

/** What each statement of the transaction may take: $1 milliseconds. */
const LIMIT_STATEMENT: Statement = {
  name: 'limit_statement',
  text: `SELECT set_config('statement_timeout', $1::integer::text, true)`,
};

/** What can be done with a connection of the pool; each call takes one, and gives it back at its end. */
export class Connection {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs one statement outside any transaction: one round trip. */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { master } = this.dataSource.driver as PostgresDriver;
    return pooledRows(master as Pool, statement, values);
  }

  /** Runs one statement in a transaction of its own, which waits `timeoutMs` at most for whatever it is. */
  rowsWithin<Row>(
    timeoutMs: number,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.transaction(async (tx) => {
      await run(tx, LIMIT_STATEMENT, [Math.ceil(timeoutMs)]);
      return run<Row>(tx, statement, values);
    });
  }

  /**
   * Runs `work` in one READ COMMITTED transaction; whatever it throws rolls everything back.
   * Inside, only `tx` may be used: a second connection could wait for one that waits for it.
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }
}

/**
 * Runs one statement on a connection of the pool. `pool.query` would end the connection after any
 * error, even a refusal by PostgreSQL, and the next caller would wait for a new one.
 */
export async function pooledRows<Row>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  let lost = true;
  const settings = statement.settings?.map((setting) => `SET LOCAL ${setting}`);
  try {
    if (settings) await client.query(['BEGIN', ...settings].join('; '));
    try {
      const result = await client.query(preparedQuery(statement, values));
      lost = false;
      return result.rows as Row[];
    } finally {
      if (settings) await client.query('COMMIT');
    }
  } catch (error) {
    lost = connectionLost(error);
    throw error;
  } finally {
    client.release(lost);
  }
}
