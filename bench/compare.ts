import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Build, everythingReady, quiet, startBuild } from './build.js';
import { memoryOfTree, peakMemoryOfTree } from './cpu.js';
import { BenchDatabase } from './database.js';
import { Connection, drive, type Request } from './load.js';
import { type Figures, measure, medians } from './measure.js';
import { CALLERS, type Phase } from './phases/phase.js';
import { readByTool } from './phases/reads.js';
import { release, wholeLife } from './phases/releases.js';
import { prose, proseTitle } from './prose.js';
import { table } from './report.js';
import { pageRequest, Requests, searchRequest } from './requests.js';

/**
 * Compares two builds of the service, given by their directories, under the same load: each round measures one build right after
 * the other, on one PostgreSQL. Uses only the interfaces, the commands and the catalogues of PostgreSQL, so that the builds may
 * have different tables.
 */

/** Documents of each size whose tables are counted; those of 4 KiB are also read, listed and searched. */
const DOCUMENTS = 300;
const PARTS = 5;
const PATIENCE_MS = 600_000;
const REST_MS = 3_000;
const SIZES = [700, 4_096];

/** A build, and what the phases need of it. */
interface Side extends Build {
  readonly ids: string[];
  readonly slugs: string[];
  readonly resting: number;
  /** Bytes in the tables, and bytes of WAL, for each byte of text, by the size of the documents. */
  readonly bytes: Map<number, { readonly tables: number; readonly wal: number }>;
}

const INDEX_PENDING = `
  SELECT gin_clean_pending_list(c.oid) FROM pg_class c JOIN pg_am a ON a.oid = relam
  WHERE amname = 'gin' AND relnamespace = 'public'::regnamespace`;
const TABLES = `
  SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`;

/** Creates, updates and publishes documents of one size, and counts what the tables and the WAL took for them. */
async function fill(side: Side, database: BenchDatabase, bytes: number): Promise<void> {
  const requests = new Requests(side);
  const connections = Array.from({ length: CALLERS }, () => new Connection(side.origin));
  const tables = async () => (await side.sql.query<{ bytes: number }>(TABLES)).rows[0]!.bytes;
  const before = await tables();
  let [given, text, wal] = [0, 0, 0];
  for (let part = 1; part <= PARTS; part += 1) {
    const { wal: walBefore } = await database.work(side.name);
    const operations = connections.map(({ json, finish }) => async () => {
      if (given === (DOCUMENTS * part) / PARTS) return false;
      const n = bytes * 1e4 + (given += 1);
      const content = prose(n, bytes);
      text += Buffer.byteLength(content);
      const document = { locale: 'en', slug: `document-${n}`, title: proseTitle(n), content };
      const { id } = await json<{ id: string }>(
        requests.createOf({ ...document, tags: ['bench'] }),
      );
      await finish(
        requests.updateOf(id, { expectedVersion: 1, content: `${content.slice(6)} again` }),
      );
      await finish(requests.publish(id, 2));
      side.ids.push(id);
      side.slugs.push(document.slug);
      return true;
    });
    await drive(operations, PATIENCE_MS);
    await everythingReady(side);
    await quiet(side, database);
    await side.sql.query(INDEX_PENDING);
    wal += (await database.work(side.name)).wal - walBefore;
    await side.sql.query('VACUUM (ANALYZE)');
  }
  side.bytes.set(bytes, { tables: ((await tables()) - before) / text, wal: wal / DOCUMENTS });
  await Promise.all(connections.map((connection) => connection.close()));
}

/** Makes a phase in which every caller sends these requests in turn. */
function asking(
  name: string,
  requestOf: (side: Side, requests: Requests, n: number) => Request,
): Phase {
  return {
    name,
    server: 'service',
    callers: CALLERS,
    async begin({ target, connections }) {
      const requests = new Requests(target);
      let n = 0;
      return connections.map(({ finish }) => async () => {
        await finish(requestOf(target as Side, requests, (n += 1)));
        return true;
      });
    },
  };
}

/** Makes a phase of publishes that are answered when the document is public and searchable. */
function releasing(name: string, callers: number, database: BenchDatabase): Phase {
  return {
    name,
    server: 'service',
    callers,
    async begin({ target, connections }) {
      const requests = new Requests(target);
      const ids: string[] = [];
      const [first] = connections;
      for (let n = 0; n < releases; n += 1) {
        const slug = `release-${crypto.randomUUID()}`;
        ids.push((await first!.json<{ id: string }>(requests.create(slug))).id);
      }
      await quiet(target as Side, database);
      return connections.map((connection) => async () => {
        const id = ids.pop();
        if (id === undefined) return false;
        await release(connection, requests, id, 1);
        return true;
      });
    },
  };
}

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const POPULAR = 32;
const pageOf = ({ slugs }: Side, n: number): Request => pageRequest(nth(slugs.slice(-POPULAR), n));
const fileOf = (path: string): Request => ({ ...pageRequest(''), path });
const tags = new Map<string, string>();

/** Reads the tags of the pages, with which a reader asks again. */
async function readTags(side: Side): Promise<void> {
  const connection = new Connection(side.origin);
  for (let n = 0; n < POPULAR; n += 1) {
    const request = pageOf(side, n);
    const { headers, body } = await connection.send(request);
    await body.dump();
    tags.set(side.origin + request.path, String(headers['etag']));
  }
  await connection.close();
}

function unchangedPage(side: Side, n: number): Request {
  const request = pageOf(side, n);
  const tag = tags.get(side.origin + request.path)!;
  return { ...request, headers: { ...request.headers, 'if-none-match': tag }, expect: 304 };
}

const phasesOn = (database: BenchDatabase): Phase[] => [
  releasing('publish → ready, one at a time', 1, database),
  releasing('publish → ready', CALLERS, database),
  wholeLife,
  asking('read one', ({ ids }, requests, n) => requests.read(nth(ids, n))),
  asking('MCP tools/call, 2026-07-28', ({ ids }, requests, n) =>
    readByTool(requests, 'modern', nth(ids, n)),
  ),
  asking('MCP tools/call, 2025-11-25', ({ ids }, requests, n) =>
    readByTool(requests, 'legacy', nth(ids, n)),
  ),
  asking('list, 20 per page', (_, requests) => requests.list()),
  asking('search', (_, __, n) => searchRequest(nth(WORDS, n))),
  asking('page', (side, _, n) => pageOf(side, n)),
  asking('page, 304', (side, _, n) => unchangedPage(side, n)),
  asking('page, Markdown', (side, _, n) => fileOf(`${pageOf(side, n).path}.md`)),
  asking('feed', () => fileOf('/en/feed.xml')),
];

/** Words of the documents, some frequent and some rare. */
const WORDS = [...new Set(prose(1, 40_960).match(/[a-z]{4,}/g))];

const cpu = (figures: Figures): number => figures.serverCpu + figures.databaseCpu;
const FIGURES: readonly [string, (figures: Figures) => number, digits: number][] = [
  ['ops/s', ({ throughput }) => throughput, 0],
  ['CPU ms', cpu, 2],
  ['statements', ({ statements }) => statements, 1],
  ['WAL KiB', ({ wal }) => wal / 1_024, 1],
];

const compared = (name: string, before: number, after: number, digits = 0): string[] => [
  name,
  before.toFixed(digits),
  after.toFixed(digits),
  (after / before).toFixed(2),
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    releases: { type: 'string', default: '300' },
    phase: { type: 'string', default: '' },
  },
});
const [rounds, seconds, releases] = [values.rounds, values.seconds, values.releases].map(
  Number,
) as [number, number, number];
if (positionals.length !== 2) throw new Error('Name the directories of two builds.');

const directory = await mkdtemp(join(tmpdir(), 'imprimatur-bench-'));
const endings = [() => rm(directory, { recursive: true, force: true, maxRetries: 20 })];
try {
  const database = await BenchDatabase.open(directory);
  endings.push(() => database.close());
  const sides: Side[] = [];
  for (const [at, name] of (['before', 'after'] as const).entries()) {
    const build = await startBuild(resolve(positionals[at]!), database, name);
    endings.push(
      () => build.stop(),
      () => build.sql.end(),
    );
    await sleep(REST_MS);
    const resting = memoryOfTree(build.pid);
    sides.push({ ...build, ids: [], slugs: [], resting, bytes: new Map() });
  }
  for (const bytes of SIZES) for (const side of sides) await fill(side, database, bytes);
  for (const side of sides) await readTags(side);
  const rows: string[][] = [];
  for (const phase of phasesOn(database).filter(({ name }) => name.startsWith(values.phase))) {
    const figures = sides.map(() => [] as Figures[]);
    for (const side of sides) await measure({ database }, phase, side, seconds);
    for (let round = 0; round < rounds; round += 1) {
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        await quiet(sides[at]!, database);
        figures[at]!.push(await measure({ database }, phase, sides[at]!, seconds));
      }
    }
    const [before, after] = figures.map(medians) as [Figures, Figures];
    for (const [name, of, digits] of FIGURES) {
      rows.push(compared(`${phase.name}: ${name}`, of(before), of(after), digits));
    }
  }
  const [before, after] = sides as [Side, Side];
  for (const bytes of SIZES) {
    const [one, other] = [before.bytes.get(bytes)!, after.bytes.get(bytes)!];
    rows.push(compared(`${bytes} bytes: tables ÷ text`, one.tables, other.tables, 1));
    rows.push(compared(`${bytes} bytes: WAL KiB of a life`, one.wal / 1_024, other.wal / 1_024, 1));
  }
  rows.push(compared('memory at rest, MiB', before.resting, after.resting));
  rows.push(
    compared(
      'memory at its peak, MiB',
      ...(sides.map(({ pid }) => peakMemoryOfTree(pid)) as [number, number]),
    ),
  );
  process.stdout.write(`Node ${process.version}, PostgreSQL ${await database.version()}\n\n`);
  process.stdout.write(`${table(['', 'before', 'after', 'after ÷ before'], rows).join('\n')}\n`);
} finally {
  for (const end of endings.toReversed()) await end();
}
