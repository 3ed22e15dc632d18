import type { Client } from 'pg';

/** Time and WAL of a statement. */
interface Work {
  readonly seconds: number;
  /** Bytes of WAL. */
  readonly wal: number;
}

/** SQL condition for a tenth of the rows, spread over all pages. */
const TENTH = '(hashtext(ctid::text) & 65535) % 10 = 0';

/**
 * Assignments for an update of each table. If the service updates such rows, the assignments are like those of the
 * service: housekeeping empties the idempotency record of an accepted write. If not, they are arbitrary.
 */
const CHANGES: Readonly<Record<string, string>> = {
  publication: "updated_at = updated_at + interval '1 second'",
  revision: "key_id = 'key123456789'",
  release: "published_at = published_at + interval '1 second'",
  page: "published_at = published_at + interval '1 second'",
  released_tag: "published_at = published_at + interval '1 second'",
  released_version: 'record_number = record_number + 1',
  signed_record: 'version = version + 1',
  accepted_write:
    'idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL',
};

/** Measures VACUUM after an update of a tenth of the rows. */
export async function vacuumAfterUpdates(sql: Client, table: string): Promise<Work> {
  await sql.query(`UPDATE ${table} SET ${CHANGES[table]} WHERE ${TENTH}`);
  // After the checkpoint, the first change of each page writes the whole page to the WAL.
  await sql.query('CHECKPOINT');
  const before = await written(sql);
  const start = performance.now();
  await sql.query(`VACUUM ${table}`);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, wal: (await written(sql)) - before };
}

async function written(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ wal: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::double precision AS wal`,
  );
  return rows[0]!.wal;
}
