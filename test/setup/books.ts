import { expect } from 'vitest';
import { sql } from './sql.js';

/** The numbers of rows and units of one account. Accepted writes increase these numbers. */
export interface Books {
  readonly publications: number;
  readonly revisions: number;
  /** Publications that were ever published. */
  readonly releases: number;
  /** Idempotency records, which are also the audit rows. */
  readonly records: number;
  /** Units used on all days together. */
  readonly units: number;
}

const COUNT = `
  WITH p AS (SELECT id FROM publication WHERE account_id = $1)
  SELECT (SELECT count(*) FROM p)::integer AS publications,
         (SELECT count(*) FROM revision JOIN p ON p.id = publication_id)::integer AS revisions,
         (SELECT count(*) FROM release JOIN p ON p.id = publication_id)::integer AS releases,
         (SELECT count(*) FROM accepted_write WHERE account_id = $1)::integer AS records,
         (SELECT coalesce(sum(used), 0) FROM daily_usage WHERE account_id = $1)::integer AS units`;

export async function booksOf(databaseUrl: string, accountId: string): Promise<Books> {
  const [books] = await sql<Books & Record<string, number>>(databaseUrl, COUNT, [accountId]);
  return books!;
}

/** Checks that the account used one unit for each accepted write. */
export async function expectUnitPerWrite(databaseUrl: string, accountId: string): Promise<void> {
  const { units, records } = await booksOf(databaseUrl, accountId);
  expect(units).toBe(records);
}
