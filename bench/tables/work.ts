import type { Client } from 'pg';

/** Time and WAL of one or more statements. */
export interface Work {
  readonly seconds: number;
  /** Bytes of WAL. */
  readonly wal: number;
}

/**
 * Runs and measures statements. After the checkpoint, the first change of each page writes the whole page to the WAL.
 */
export async function workOf(sql: Client, ...statements: string[]): Promise<Work> {
  await sql.query('CHECKPOINT');
  const before = await written(sql);
  const start = performance.now();
  for (const statement of statements) await sql.query(statement);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, wal: (await written(sql)) - before };
}

async function written(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ wal: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::double precision AS wal`,
  );
  return rows[0]!.wal;
}

/** SQL condition for the nth tenth of the rows, counted from 0. The rows of each tenth are spread over all pages. */
export const tenth = (n: number): string => `(hashtext(ctid::text) & 65535) % 10 = ${n}`;

/** Assignments with which housekeeping empties the idempotency record of an accepted write. */
export const EMPTIED =
  'idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL';
