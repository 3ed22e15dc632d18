import type { Client } from 'pg';

const HASHES = 16;
/** Number of rows of each copy. */
const COPIED = 2_000_000;
const DAY_MS = 86_400_000;

/** A copy of a large table, whole or in partitions. */
export interface Copy {
  readonly name: string;
  readonly way: string;
}

export const WRITES: readonly Copy[] = [
  { name: 'writes_whole', way: 'whole' },
  { name: 'writes_by_account', way: `hash by account in ${HASHES}` },
  { name: 'writes_by_day', way: 'range by day' },
];
export const REVISIONS: readonly Copy[] = [
  { name: 'revisions_whole', way: 'whole' },
  { name: 'revisions_by_publication', way: `hash by publication in ${HASHES}` },
];

/**
 * Makes SQL for the indexes of `accepted_write`. With partitions by day, no index can keep a key unique over all days.
 */
const indexes = (table: string, key: string, unique: string): string => `
  ALTER TABLE ${table} ADD PRIMARY KEY (${key});
  CREATE ${unique} INDEX ON ${table} (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ON ${table} (account_id, created_at) WHERE created_at > '-infinity';
  CREATE INDEX ON ${table} (created_at) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ON ${table} (created_at) WHERE idempotency_key IS NULL;`;

const like = (original: string): string =>
  `(LIKE ${original} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`;

const oldest = (original: string): string =>
  `(SELECT * FROM ${original} ORDER BY created_at LIMIT ${COPIED}) AS oldest`;

const hashes = (table: string): string =>
  Array.from(
    { length: HASHES },
    (_, n) =>
      `CREATE TABLE ${table}_${n} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${HASHES}, REMAINDER ${n});`,
  ).join('\n');

/** SQL for the beginning of a day; day 0 is the day of the oldest write. */
export type DayOf = (n: number) => string;

/**
 * Copies accepted writes in the order of time. The older half is copied without idempotency records. The copy by day
 * also has a partition for the day after the last write.
 */
export async function copyWrites(sql: Client): Promise<DayOf> {
  const { rows } = await sql.query<{ first: Date; middle: Date; last: Date }>(
    `SELECT min(created_at) AS first, max(created_at) AS last,
            min(created_at) + (max(created_at) - min(created_at)) / 2 AS middle FROM ${oldest('accepted_write')}`,
  );
  const { first, middle, last } = rows[0]!;
  const start = Math.floor(first.getTime() / DAY_MS);
  const day: DayOf = (n) => `'${new Date((start + n) * DAY_MS).toISOString()}'::timestamptz`;
  const days = Math.floor(last.getTime() / DAY_MS) - start + 2;
  const parts = Array.from(
    { length: days },
    (_, n) =>
      `CREATE TABLE writes_by_day_${n} PARTITION OF writes_by_day FOR VALUES FROM (${day(n).split('::')[0]}) TO (${day(n + 1).split('::')[0]});`,
  ).join('\n');
  await sql.query(`
    CREATE TABLE writes_whole ${like('accepted_write')};
    CREATE TABLE writes_by_account ${like('accepted_write')} PARTITION BY HASH (account_id);
    ${hashes('writes_by_account')}
    CREATE TABLE writes_by_day ${like('accepted_write')} PARTITION BY RANGE (created_at);
    ${parts}
    ${indexes('writes_whole', 'id', 'UNIQUE')}
    ${indexes('writes_by_account', 'account_id, id', 'UNIQUE')}
    ${indexes('writes_by_day', 'created_at, id', '')}`);
  const aged = await columnsOf(sql, 'accepted_write', (column) =>
    /^(idempotency_key|fingerprint|fingerprint_format|answer)$/.test(column)
      ? `CASE WHEN created_at >= $1 THEN ${column} END`
      : column,
  );
  for (const { name } of WRITES) {
    await sql.query(`INSERT INTO ${name} SELECT ${aged} FROM ${oldest('accepted_write')}`, [
      middle,
    ]);
  }
  return day;
}

/** Copies revisions in the order of time. */
export async function copyRevisions(sql: Client): Promise<void> {
  await sql.query(`
    CREATE TABLE revisions_whole ${like('revision')};
    CREATE TABLE revisions_by_publication ${like('revision')} PARTITION BY HASH (publication_id);
    ${hashes('revisions_by_publication')}`);
  for (const { name } of REVISIONS) {
    await sql.query(`ALTER TABLE ${name} ADD PRIMARY KEY (publication_id, version)`);
    await sql.query(`INSERT INTO ${name} SELECT * FROM ${oldest('revision')}`);
  }
}

/** Returns a SELECT list with all columns of a table. `written` returns the expression for a column. */
export async function columnsOf(
  sql: Client,
  table: string,
  written: (column: string) => string,
): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => `${written(name)} AS ${name}`).join(', ');
}
