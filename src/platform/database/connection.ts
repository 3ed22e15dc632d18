import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { connectionLost } from './database-fault.js';
import { preparedQuery, run, type Statement } from './statement.js';

/** Limits each statement of the transaction: $1 milliseconds. */
const LIMIT_STATEMENT: Statement = {
  name: 'limit_statement',
  text: `SELECT set_config('statement_timeout', $1::integer::text, true)`,
};

/** Runs statements on connections of the pool; each call takes one and returns it. */
export class Connection {
  constructor(private readonly dataSource: DataSource) {}

  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { master } = this.dataSource.driver as PostgresDriver;
    return pooledRows(master as Pool, statement, values);
  }

  /** Runs one statement in its own transaction, and waits at most `timeoutMs` for it. */
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

  /** Runs `work` in one READ COMMITTED transaction. Inside, only `tx` may be used: see `Share.transaction`. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }
}

/** Runs one statement on a pooled connection. `pool.query` would close it after any error, a refusal too. */
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
