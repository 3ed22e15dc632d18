import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readSizes } from './arguments.js';
import { BenchDatabase, connected } from './database.js';
import { table, whole } from './report.js';
import { addAccounts, addBatch, BATCH } from './tables/rows.js';
import { LARGE_TABLES, partsOf } from './tables/sizes.js';
import { vacuumAfterUpdates } from './tables/vacuum.js';

const SIZES = [10_000, 100_000];
const MEGA = 1e6;

/** Lines of a table, by their names. Each database size adds one cell to each line. */
type Lines = Map<string, string[]>;

/** Measures the bytes and the VACUUM of the large tables at each size. */
async function tables(sizes: readonly number[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-tables-'));
  const database = await BenchDatabase.open(directory);
  const sql = await connected(database.template);
  try {
    await sql.query('CREATE EXTENSION pageinspect');
    // Autovacuum would disturb the measurements, and the inserted rows need not survive a crash.
    await sql.query('ALTER SYSTEM SET autovacuum = off');
    await sql.query('SELECT pg_reload_conf()');
    await sql.query('SET synchronous_commit = off');
    await measureSizes(sql, sizes);
  } finally {
    await sql.end();
    await database.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function measureSizes(sql: Client, sizes: readonly number[]): Promise<void> {
  const accountIds = await addAccounts(sql);
  const bytes: Lines = new Map();
  const vacuums: Lines = new Map();
  let batches = 0;
  try {
    for (const [place, size] of sizes.entries()) {
      say(`${whole(size)} documents …`);
      while (batches < size / BATCH) await addBatch(sql, accountIds, (batches += 1));
      await sql.query('VACUUM (ANALYZE)');
      for (const part of await partsOf(sql, LARGE_TABLES)) {
        const levels = part.depth === null ? '' : `, ${part.depth}`;
        add(bytes, part.name, place, `${(part.bytes / part.rows).toFixed(1)}${levels}`);
      }
      say('VACUUM …');
      for (const name of LARGE_TABLES) {
        const { seconds, wal } = await vacuumAfterUpdates(sql, name);
        add(vacuums, name, place, `${seconds.toFixed(1)} s, ${(wal / MEGA).toFixed(0)} MB`);
      }
    }
  } finally {
    const head = sizes.map(whole);
    process.stdout.write(`\nBytes a row; levels of the B-tree\n\n${lines(head, bytes)}\n`);
    process.stdout.write(
      `\nVACUUM after a tenth was updated: time and WAL\n\n${lines(head, vacuums)}\n`,
    );
  }
}

function add(to: Lines, name: string, place: number, cell: string): void {
  if (!to.has(name))
    to.set(
      name,
      Array.from({ length: place }, () => ''),
    );
  to.get(name)!.push(cell);
}

const lines = (head: readonly string[], of: Lines): string =>
  table(
    ['', ...head],
    [...of].map(([name, cells]) => [name].concat(cells)),
  ).join('\n');

const say = (what: string): void => {
  process.stderr.write(`${what} load ${loadavg()[0]!.toFixed(1)}\n`);
};

await tables(readSizes(BATCH, SIZES));
