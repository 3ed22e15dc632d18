import { loadavg } from 'node:os';
import { type Figures, measure } from './measure.js';
import { growingPhases, type Population } from './phases/growing.js';
import { table, whole } from './report.js';
import { generate, generatedId, generatedSlug } from './seed.js';
import type { Phase } from './phases/phase.js';
import { openStage, type Stage, type Target } from './stage.js';

const SIZES = [10_000, 100_000, 1_000_000];
/** Publications that one statement generates. */
const BATCH = 10_000;
const ROUNDS = 3;
const SECONDS = 2;
/** Short, so that a million of them have room: what is measured is the number, not the size. */
const CONTENT = 'A *generated* document. '.repeat(10);

/** The service's own figures at each size: what shall cost the same at all of them, and searches. */
async function grow(sizes: readonly number[]): Promise<void> {
  const stage = await openStage();
  const { service } = stage.targets;
  const rows = new Map<string, Figures[]>();
  try {
    let count = 0;
    for (const size of sizes) {
      for (; count < size; count += BATCH) await add(service, count / BATCH + 1);
      await service.sql.query('VACUUM (ANALYZE)');
      await stage.database.checkpoint();
      process.stderr.write(`${whole(count)} publications; load ${loadavg()[0]!.toFixed(1)} …\n`);
      for (const phase of growingPhases(populationOf(count))) {
        if (!rows.has(phase.name)) rows.set(phase.name, []);
        rows.get(phase.name)!.push(await typicalRound(stage, phase));
      }
    }
  } finally {
    await stage.close();
  }
  const head = sizes.map((size) => `at ${whole(size)}: ops/s, CPU ms, p99 ms`);
  const cells = [...rows].map(([name, figures]) => [name].concat(figures.map(cell)));
  process.stdout.write(`Node ${process.version}\n\n`);
  process.stdout.write(`${table(['phase', ...head], cells).join('\n')}\n`);
}

const cell = ({ throughput, serverCpu, databaseCpu, p99 }: Figures): string =>
  [whole(throughput), (serverCpu + databaseCpu).toFixed(2), p99.toFixed(1)].join(', ');

/** The round in the middle, by throughput; the first one only warms up. */
async function typicalRound(stage: Stage, phase: Phase): Promise<Figures> {
  const { service } = stage.targets;
  await measure(stage, phase, service, SECONDS);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await measure(stage, phase, service, SECONDS));
  }
  return rounds.toSorted((a, b) => a.throughput - b.throughput)[Math.floor(ROUNDS / 2)]!;
}

async function add({ accountId, sql }: Target, batch: number): Promise<void> {
  await generate(sql, { accountId, batch, count: BATCH, released: true, content: CONTENT });
}

/** Batch and number of the nth; both are counted from 1. */
const place = (n: number): [number, number] => [Math.floor(n / BATCH) + 1, (n % BATCH) + 1];

function populationOf(count: number): Population {
  return {
    count,
    id: (n) => generatedId(...place(n)),
    slug: (n) => generatedSlug(...place(n)),
  };
}

const wished = process.argv.slice(2).map(Number);
if (wished.some((size) => !(size % BATCH === 0 && size > 0))) {
  throw new Error(`Sizes are multiples of ${BATCH}, in rising order.`);
}
await grow(wished.length > 0 ? wished : SIZES);
