import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf } from './caller.js';
import { BenchDatabase } from './database.js';
import { CALLERS, type Phase } from './phases/phase.js';
import { read } from './phases/reads.js';
import { publishToReady } from './phases/releases.js';
import { page } from './phases/site.js';
import { stock } from './phases/stock.js';
import { create } from './phases/writes.js';
import { table, whole } from './report.js';
import { type Cluster, openCluster } from './scale/cluster.js';
import { type ClusterFigures, measureCluster } from './scale/measure.js';

/** Numbers of API processes; the number of workers is the same. */
const COUNTS = [1, 2, 4];
const SECONDS = 4;
const WARM_UP_SECONDS = 1;
/** The phases. A phase that mostly waits for workers has more callers. */
const PHASES: readonly { readonly phase: Phase; readonly callers: number }[] = [
  { phase: create, callers: 2 * CALLERS },
  { phase: read, callers: 2 * CALLERS },
  { phase: page, callers: 2 * CALLERS },
  { phase: publishToReady, callers: 4 * CALLERS },
];

/** Measures the same load with more and more processes. */
async function scale(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-scale-'));
  const rows: string[][] = [];
  const database = await BenchDatabase.open(directory);
  try {
    const caller = await callerOf(database.template);
    for (const count of COUNTS) {
      process.stderr.write(`${count} + ${count} processes …\n`);
      const cluster = await openCluster(database, caller, count, directory);
      try {
        await stock(cluster.target);
        for (const { phase, callers } of PHASES) {
          await phase.prepare?.(cluster.target);
          await measureCluster(database, cluster, phase, callers, WARM_UP_SECONDS);
          const figures = await measureCluster(database, cluster, phase, callers, SECONDS);
          checkOnce(phase, figures);
          rows.push(row(phase, count, figures));
        }
        await checkReleases(cluster);
      } finally {
        await cluster.close();
      }
    }
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  }
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores for everything\n\n`);
  process.stdout.write(`${table(HEAD, rows).join('\n')}\n`);
}

const HEAD = [
  'phase',
  'API + workers',
  'ops/s',
  'p50 ms',
  'p99 ms',
  'CPU ms: API + workers + database',
  'connections',
  'answers',
  'writes',
  'releases',
];

function row({ name }: Phase, count: number, figures: ClusterFigures): string[] {
  const { throughput, p50, p99, cpu, connections, answers, writes, releases } = figures;
  return [
    name,
    `${count} + ${count}`,
    whole(throughput),
    p50.toFixed(1),
    p99.toFixed(1),
    [cpu.apis, cpu.workers, cpu.database].map((each) => each.toFixed(2)).join(' + '),
    ...[connections, answers, writes, releases].map(whole),
  ];
}

/** @throws Error if the number of writes or of releases does not agree with the number of answers */
function checkOnce(phase: Phase, { answers, writes, releases }: ClusterFigures): void {
  const expected = {
    writes: phase === create || phase === publishToReady ? answers : 0,
    releases: phase === publishToReady ? answers : 0,
  };
  if (writes !== expected.writes || releases !== expected.releases) {
    throw new Error(
      `${phase.name}: ${answers} answers, ${writes} writes, ${releases} revisions made public.`,
    );
  }
}

/**
 * Checks that each release was claimed once. After the publish and one claim, the fencing token of a release is 2. Each
 * further claim would increase the token.
 * @throws Error if a release was claimed twice, or its page does not show the requested version
 */
async function checkReleases({ target: { sql } }: Cluster): Promise<void> {
  const { rows } = await sql.query<{ wrong: number }>(`
    SELECT count(*)::integer AS wrong
      FROM release LEFT JOIN page USING (publication_id)
     WHERE fencing_token <> 2 OR due_at IS NOT NULL OR published_version IS DISTINCT FROM page.version
        OR indexed_version <> requested_version OR published_version <> requested_version`);
  const { wrong } = rows[0]!;
  if (wrong > 0) throw new Error(`${wrong} releases were not made exactly once.`);
}

await scale();
