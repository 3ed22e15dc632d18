import type { Pool } from 'pg';
import { connectionLost } from './database-fault.js';
import type { Statement } from './statement.js';

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
  try {
    const result = await client.query({ ...statement, values: [...values] });
    lost = false;
    return result.rows as Row[];
  } catch (error) {
    lost = connectionLost(error);
    throw error;
  } finally {
    client.release(lost);
  }
}
