import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { readProjectFile } from './project-files.js';

/**
 * The rules of Citus for tables that are distributed by `account_id`. Each unique constraint must contain the column
 * `account_id`. Each foreign key to a distributed table must contain this column, too. ADR 45 lists the exceptions.
 */
describe('the schema, partitioned by account', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  /** Tables that Citus copies to every node. These tables are small and rarely written. */
  const REFERENCE = ['account', 'migrations'];

  it('breaks the rules of partitioning exactly where ADR 45 says so', async () => {
    const rows = await sql<{ name: string }>(
      database.url,
      `
      WITH distributed AS (
        SELECT c.oid, c.relname FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
      ), by_account AS (
        SELECT attrelid, attnum FROM pg_attribute WHERE attname = 'account_id' AND NOT attisdropped
      )
      SELECT relname || ': no account_id' AS name FROM distributed
      WHERE oid NOT IN (SELECT attrelid FROM by_account)
      UNION ALL
      SELECT relname || ': ' || i.indexrelid::regclass::text
      FROM distributed JOIN by_account ON attrelid = distributed.oid
      JOIN pg_index i ON i.indrelid = distributed.oid AND i.indisunique
      WHERE by_account.attnum <> ALL (i.indkey::int2[])
      UNION ALL
      SELECT relname || ': ' || k.conname
      FROM distributed LEFT JOIN by_account ON attrelid = distributed.oid
      JOIN pg_constraint k ON k.conrelid = distributed.oid AND k.contype = 'f'
      WHERE (SELECT relname FROM pg_class WHERE oid = k.confrelid) <> ALL ($1)
        AND (by_account.attnum IS NULL OR by_account.attnum <> ALL (k.conkey))
      ORDER BY name`,
      [REFERENCE],
    );
    const adr = readProjectFile('docs/adr/0045-cluster.md');
    const listed = [...adr.matchAll(/^\| `([^`]+)` +\| `([^`]+)` /gm)].map(
      ([, table, what]) => `${table}: ${what}`,
    );
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});
