import type { Client } from 'pg';
import { table, whole } from '../report.js';
import { median } from '../statistics.js';
import {
  columnsOf,
  type Copy,
  copyRevisions,
  copyWrites,
  type DayOf,
  REVISIONS,
  WRITES,
} from './copies.js';
import { EMPTIED, tenth, type Work, workOf } from './work.js';

const FRESH = 100_000;
const ROUNDS = 3;

/** The sizes of all copies of one table, and the measured work of each step on each copy. */
interface Results {
  readonly sizes: readonly Size[];
  /** The work of each copy in each round, by the name of the step. */
  readonly works: Map<string, Work[][]>;
}

/** Compares large tables with partitioned copies. Each step measures one copy after the other. */
export async function comparePartitions(sql: Client): Promise<string[]> {
  const day = await copyWrites(sql);
  const writes = await compare(sql, WRITES, 'accepted_write', EMPTIED);
  writes.works.set('remove a day', await removeDay(sql, day));
  await copyRevisions(sql);
  const revisions = await compare(sql, REVISIONS, 'revision', `key_id = 'key123456789'`);
  return [
    ...report('accepted_write', WRITES, writes),
    '',
    ...report('revision', REVISIONS, revisions),
  ];
}

async function compare(
  sql: Client,
  copies: readonly Copy[],
  original: string,
  change: string,
): Promise<Results> {
  const sizes: Size[] = [];
  for (const { name } of copies) {
    await sql.query(`VACUUM (ANALYZE) ${name}`);
    sizes.push(await sizeOf(sql, name));
  }
  const steps: readonly (readonly [what: string, of: (name: string, round: number) => string])[] = [
    [`insert ${whole(FRESH)}`, (name) => `INSERT INTO ${name} SELECT * FROM fresh`],
    ['update a tenth', (name, round) => `UPDATE ${name} SET ${change} WHERE ${tenth(round)}`],
    ['VACUUM after it', (name) => `VACUUM ${name}`],
  ];
  const works = new Map(steps.map(([what]) => [what, copies.map((): Work[] => [])]));
  const places = [...copies.keys()];
  for (let round = 0; round < ROUNDS; round += 1) {
    await makeFresh(sql, original, copies[0]!.name);
    for (const [what, of] of steps) {
      for (const place of round % 2 === 0 ? places : places.toReversed()) {
        works.get(what)![place]!.push(await workOf(sql, of(copies[place]!.name, round)));
      }
    }
  }
  return { sizes, works };
}

const middle = (rounds: readonly Work[]): Work => ({
  seconds: median(rounds.map(({ seconds }) => seconds)),
  wal: median(rounds.map(({ wal }) => wal)),
});

/** Makes the table `fresh`. Its rows have random ids and keys, and times in the hour after the copy's last row. */
async function makeFresh(sql: Client, original: string, copy: string): Promise<void> {
  const random: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    publication_id: 'gen_random_uuid()',
    idempotency_key: 'gen_random_uuid()::text',
    created_at: `(SELECT max(created_at) FROM ${copy}) + random() * interval '1 hour'`,
  };
  const columns = await columnsOf(sql, original, (column) => random[column] ?? column);
  await sql.query(`
    DROP TABLE IF EXISTS fresh;
    CREATE TEMP TABLE fresh AS
      SELECT ${columns} FROM (SELECT * FROM ${original} TABLESAMPLE SYSTEM_ROWS (${FRESH})) AS sample ORDER BY random();
    ANALYZE fresh`);
}

/** Removes the writes of the oldest day from each copy. */
async function removeDay(sql: Client, day: DayOf): Promise<Work[][]> {
  const works: Work[][] = [];
  for (const { name } of WRITES) {
    const steps =
      name === 'writes_by_day'
        ? ['DROP TABLE writes_by_day_0']
        : [
            `DELETE FROM ${name} WHERE idempotency_key IS NULL AND created_at < ${day(1)}`,
            `VACUUM ${name}`,
          ];
    works.push([await workOf(sql, ...steps)]);
  }
  return works;
}

function report(original: string, copies: readonly Copy[], { sizes, works }: Results): string[] {
  const first = sizes[0]!;
  return table(
    [original, ...copies.map(({ way }) => way)],
    [
      ['indexes, bytes a row', ...sizes.map((each) => ratio(each.indexes, first.indexes, 1))],
      ['heap, bytes a row', ...sizes.map((each) => ratio(each.heap, first.heap, 0))],
      ...[...works]
        .map(([what, each]) => [what, each.map(middle)] as const)
        .flatMap(([what, each]) => [
          [`${what}: s`, ...each.map(({ seconds }) => ratio(seconds, each[0]!.seconds, 2))],
          [`${what}: MB of WAL`, ...each.map(({ wal }) => ratio(wal / 1e6, each[0]!.wal / 1e6, 1))],
        ]),
    ],
  );
}

/** Formats a figure, followed in brackets by its ratio to the figure of the whole table. */
const ratio = (value: number, ofWhole: number, digits: number): string =>
  `${value.toFixed(digits)} (${(value / ofWhole).toFixed(2)})`;

interface Size {
  readonly heap: number;
  readonly indexes: number;
}

/** Measures the bytes per row of a vacuumed table. */
async function sizeOf(sql: Client, name: string): Promise<Size> {
  const { rows } = await sql.query<Size>(
    `SELECT sum(pg_table_size(oid)) / sum(reltuples) AS heap, sum(pg_indexes_size(oid)) / sum(reltuples) AS indexes
       FROM pg_class WHERE relkind = 'r' AND (relname = $1 OR relname ~ ('^' || $1 || '_[0-9]+$'))`,
    [name],
  );
  return rows[0]!;
}
