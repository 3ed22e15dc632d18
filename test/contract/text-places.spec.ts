import { describe, expect, it } from 'vitest';
import { isErasedFrom, TEXT_PLACES } from '../../src/erasure/text-places.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';

/** Query for all columns, except columns of numbers, times, booleans and ids. An unknown type counts as text. */
const TEXT_COLUMNS = `
  SELECT table_name AS "table", column_name AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND data_type NOT IN ('uuid', 'smallint', 'integer', 'bigint', 'boolean', 'date', 'double precision',
                           'timestamp with time zone')
   ORDER BY 1, 2`;

/** Query for the columns of which the planner stores samples. */
const SAMPLED_COLUMNS = `
  SELECT attrelid::regclass || '.' || attname AS column FROM pg_attribute
   WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')
     AND attnum > 0 AND NOT attisdropped AND attstattarget IS DISTINCT FROM 0`;

/** Columns without text of documents: addresses, which stay, actors, which the audit keeps, and words of the service. */
const WITHOUT_TEXT = new Set([
  'locale',
  'public_locale',
  'slug',
  'key_id',
  'channel',
  'client',
  'intent',
  'approver_id',
]);

describe('the list of columns that can hold text', () => {
  it('[15.erase-list] names every column of the migrated database that can hold text, and no other', async () => {
    const database = await freshDatabase();
    const columns = await sql<{ table: string; column: string }>(database.url, TEXT_COLUMNS);
    await database.drop();
    const named = TEXT_PLACES.flatMap(({ table, columns: fates }) =>
      Object.keys(fates).map((column) => `${table}.${column}`),
    );
    expect(named.toSorted()).toEqual(
      columns.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });

  it('[15.erase-everywhere] has no column with text to remove of which the planner stores samples', async () => {
    const database = await freshDatabase();
    const rows = await sql<{ column: string }>(database.url, SAMPLED_COLUMNS);
    await database.drop();
    const sampled = new Set(rows.map(({ column }) => column));
    const removed = TEXT_PLACES.flatMap(({ table, columns }) =>
      Object.entries(columns)
        .filter(([name, fate]) => /^(?:deleted|emptied)$/.test(fate) && !WITHOUT_TEXT.has(name))
        .map(([name]) => `${table}.${name}`),
    );
    expect(removed.length).toBeGreaterThan(10);
    expect(removed.filter((column) => sampled.has(column))).toEqual([]);
  });

  it('[15.erase-list] has a statement for every table from which an erasure removes text; other code empties three of them', () => {
    const without = TEXT_PLACES.filter((place) => isErasedFrom(place) && !place.document);
    expect(without.map(({ table }) => table)).toEqual(['accepted_write', 'page', 'released_tag']);
  });
});
