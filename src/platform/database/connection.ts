import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { connectionLost } from './database-fault.js';
import type { Statement } from './statement.js';

/** Sets the time-out of each later statement of the transaction to $1 ms. */
const LIMIT_STATEMENT: Statement = {
  name: 'limit_statement',
  text: `SELECT set_config('statement_timeout', $1::integer::text, true)`,
};

/** Runs statements on the pool. Each call takes a connection from the pool and returns the connection afterwards. */
export class Connection {
  constructor(private readonly dataSource: DataSource) {}

  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { master } = this.dataSource.driver as PostgresDriver;
    return pooledRows(master as Pool, statement, values);
  }

  /** Runs one statement in its own transaction. PostgreSQL cancels the statement after `timeoutMs`. */
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

  /** Runs `work` in one READ COMMITTED transaction. `work` must use only `tx`: see `Share.transaction`. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }
}

/**
 * Runs one statement on a connection of the pool. If the statement fails and the connection is sound, the connection
 * stays open. `pool.query` would close the connection.
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

/** Runs a statement inside the transaction of `tx` and returns the rows. */
export async function run<Row>(
  tx: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = (await tx.queryRunner!.connect()) as PoolClient;
  const result = await client.query(preparedQuery(statement, values));
  return result.rows as Row[];
}

/** Maximum length of a statement's name. PostgreSQL truncates longer names, so two names could become the same. */
const MAX_NAME_BYTES = 63;

/** Converts a statement to the form that `pg` takes. @throws TypeError if the name is longer than `MAX_NAME_BYTES` */
export function preparedQuery({ name, text }: Statement, values: readonly unknown[]) {
  if (name.length > MAX_NAME_BYTES) throw new TypeError(`too long a name: ${name}`);
  return { name, text, values: [...values] };
}
