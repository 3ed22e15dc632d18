import type { Client } from 'pg';
import { EMPTIED, tenth, type Work, workOf } from './work.js';

/**
 * Assignments for an update of each table. If the service updates such rows, the assignments are like those of the
 * service. If not, they are arbitrary.
 */
const CHANGES: Readonly<Record<string, string>> = {
  publication: "updated_at = updated_at + interval '1 second'",
  revision: "key_id = 'key123456789'",
  release: "published_at = published_at + interval '1 second'",
  page: "published_at = published_at + interval '1 second'",
  released_tag: "published_at = published_at + interval '1 second'",
  released_version: 'record_number = record_number + 1',
  signed_record: 'version = version + 1',
  accepted_write: EMPTIED,
};

/** Measures VACUUM after an update of a tenth of the rows. */
export async function vacuumAfterUpdates(sql: Client, table: string): Promise<Work> {
  await sql.query(`UPDATE ${table} SET ${CHANGES[table]} WHERE ${tenth(0)}`);
  return workOf(sql, `VACUUM ${table}`);
}
