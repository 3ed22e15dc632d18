import { loadavg } from 'node:os';
import { readSizes } from './arguments.js';
import { everythingIndexed, type Figures, measure } from './measure.js';
import { growingPhases, type Population } from './phases/growing.js';
import { table, whole } from './report.js';
import { generate, generatedId, generatedSlug } from './seed.js';
import type { Phase } from './phases/phase.js';
import { openStage, type Stage, type Target } from './stage.js';

const SIZES = [10_000, 100_000, 1_000_000];
/** Number of publications that one statement generates. */
const BATCH = 10_000;
/** Number of accounts that are added at the end. */
const OTHERS = 10_000;
/** Number of batches of publications that the added accounts get. */
const OTHERS_BATCHES = 10;
/** Offset for the numbers of the batches of the added accounts, so that no batch number is used twice. */
const OTHERS_FROM = 5_000;
const ROUNDS = 3;
const SECONDS = 2;
/** The content of each document. It is short, so that a million documents fit on the disk. */
const CONTENT = 'A *generated* document. '.repeat(10);

/** Measures the service at each size: operations that must cost the same at all sizes, and searches. */
async function grow(sizes: readonly number[]): Promise<void> {
  const stage = await openStage();
  const { service } = stage.targets;
  const head: string[] = [];
  const rows = new Map<string, Figures[]>();
  const bytes: string[] = [];
  let count = 0;
  const look = async (what: string): Promise<void> => {
    await service.sql.query('VACUUM (ANALYZE)');
    await stage.database.checkpoint();
    process.stderr.write(`${what}; load ${loadavg()[0]!.toFixed(1)} …\n`);
    head.push(`${what}: ops/s, CPU ms, p50, p95, p99 ms`);
    for (const phase of growingPhases(populationOf(count))) {
      if (!rows.has(phase.name)) rows.set(phase.name, []);
      rows.get(phase.name)!.push(await typicalRound(stage, phase));
    }
  };
  try {
    for (const size of sizes) {
      for (; count < size; count += BATCH) {
        await add(service, [service.accountId], count / BATCH + 1);
      }
      await look(whole(size));
      bytes.push(`${whole(size)}, ${await indexSizes(service)}`);
    }
    const others = await addAccounts(service);
    for (let batch = 1; batch <= OTHERS_BATCHES; batch += 1) {
      await add(service, others, OTHERS_FROM + batch);
    }
    await look(`with ${whole(others.length)} more accounts`);
  } finally {
    await stage.close();
    // The results are printed even after an error, because the measurements take a quarter of an hour.
    const cells = [...rows].map(([name, figures]) => [name].concat(figures.map(cell)));
    process.stdout.write(`Node ${process.version}\n\n`);
    process.stdout.write(`${table(['phase', ...head], cells).join('\n')}\n\n${bytes.join('\n')}\n`);
  }
}

const cell = ({ throughput, serverCpu, databaseCpu, p50, p95, p99 }: Figures): string =>
  [whole(throughput), (serverCpu + databaseCpu).toFixed(2)]
    .concat([p50, p95, p99].map((each) => each.toFixed(1)))
    .join(', ');

/** Returns the bytes per document of the search entries with their indexes, and of the indexes of words alone. */
async function indexSizes({ sql }: Target): Promise<string> {
  const { rows } = await sql.query<{ bytes: number; words: number }>(
    `SELECT (pg_total_relation_size('search_entry') / count(*))::integer AS bytes,
            ((pg_relation_size('search_entry_public_idx') + pg_relation_size('search_entry_draft_idx'))
               / count(*))::integer AS words
       FROM page`,
  );
  return `search_entry: ${rows[0]!.bytes} bytes a document, of which its words ${rows[0]!.words}`;
}

/** Measures some rounds, after a round that only warms up. Returns the round with the median throughput. */
async function typicalRound(stage: Stage, phase: Phase): Promise<Figures> {
  const { service } = stage.targets;
  await everythingIndexed(service);
  await measure(stage, phase, service, SECONDS);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await measure(stage, phase, service, SECONDS));
  }
  return rounds.toSorted((a, b) => a.throughput - b.throughput)[Math.floor(ROUNDS / 2)]!;
}

async function add({ sql }: Target, accountIds: readonly string[], batch: number): Promise<void> {
  await generate(sql, { accountIds, batch, count: BATCH, released: true, content: CONTENT });
}

/** Adds accounts, each with a key and the usage of one day; returns their ids. */
async function addAccounts({ sql }: Target): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `WITH added AS (
       INSERT INTO account (id, name, plan, status)
       SELECT gen_random_uuid(), 'Account ' || n, 'free', 'active' FROM generate_series(1, $1) AS n
       RETURNING id
     ), keyed AS (
       INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes)
       SELECT left(md5(id::text), 12), id, 'Key', '', '{read}' FROM added
     ), used AS (
       INSERT INTO daily_usage (account_id, day, used) SELECT id, now(), 1 FROM added
     )
     SELECT id FROM added`,
    [OTHERS],
  );
  return rows.map(({ id }) => id);
}

/** Returns the batch of the nth publication, and its number in this batch; both count from 1. */
const place = (n: number): [number, number] => [Math.floor(n / BATCH) + 1, (n % BATCH) + 1];

function populationOf(count: number): Population {
  return {
    count,
    id: (n) => generatedId(...place(n)),
    slug: (n) => generatedSlug(...place(n)),
  };
}

await grow(readSizes(BATCH, SIZES));
