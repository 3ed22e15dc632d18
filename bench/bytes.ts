import { seeded } from './documents.js';
import { Connection, drive } from './load.js';
import { everythingIndexed, everythingReleased } from './measure.js';
import { CALLERS } from './phases/phase.js';
import { prose, proseTitle } from './prose.js';
import { table, whole } from './report.js';
import { Requests } from './requests.js';
import { openStage, type Stage, type Target } from './stage.js';

/** Documents of one kind, whose bytes are counted together. */
interface Corpus {
  readonly name: string;
  readonly count: number;
  /** Bytes of the Markdown of the nth document. */
  bytes(n: number): number;
  /** Whether each document is updated before its publish. If not, each document is written once, as by an import. */
  readonly isUpdated: boolean;
}

/**
 * Returns the bytes of the nth page of a wiki. Half of the pages have less than 540 bytes, and a few pages have more
 * than 2,000 bytes.
 */
const wikiBytes = (n: number): number => Math.round(120 * Math.exp(3 * seeded(n)()));

const CORPORA: readonly Corpus[] = [
  { name: '0.7 KB', count: 1_000, bytes: () => 700, isUpdated: true },
  { name: '4 KB', count: 1_000, bytes: () => 4_096, isUpdated: true },
  { name: '40 KB', count: 100, bytes: () => 40_960, isUpdated: true },
  { name: 'wiki', count: 2_000, bytes: wikiBytes, isUpdated: false },
];

/** Number of parts of a corpus. After each part, VACUUM frees the space of old rows, as autovacuum does. */
const PARTS = 5;
/** Moves the words of the newest documents from the pending list of each GIN index into the index itself. */
const INDEX_PENDING = `
  SELECT gin_clean_pending_list(c.oid) FROM pg_class c JOIN pg_am a ON a.oid = relam
  WHERE amname = 'gin' AND relnamespace = 'public'::regnamespace`;
const PATIENCE_MS = 600_000;

/** Tables without rows of documents. */
const OTHER_TABLES = ['account', 'publisher_key', 'signing_key', 'migrations'];
/**
 * Minimum number of bytes per document of a table in the report. The report omits smaller tables, but its sums include
 * them.
 */
const LEAST_SHOWN = 600;

interface Bytes {
  readonly heap: number;
  readonly toast: number;
  readonly indexes: number;
}

const sum = ({ heap, toast, indexes }: Bytes): number => heap + toast + indexes;

/** Bytes that a corpus took, per document. */
interface Result {
  readonly tables: ReadonlyMap<string, Bytes>;
  readonly text: number;
  readonly wal: number;
}

async function measure({ database, targets: { service } }: Stage, corpus: Corpus): Promise<Result> {
  await empty(service);
  // The sizes before the corpus are subtracted, because an empty index has a page, too.
  const before = await sizes(service);
  let [text, wal] = [0, 0];
  for (let part = 0; part < PARTS; part += 1) {
    const { wal: walBefore } = await database.work(service.name);
    text += await write(service, corpus, part * (corpus.count / PARTS));
    await service.sql.query(INDEX_PENDING);
    wal += (await database.work(service.name)).wal - walBefore;
    await service.sql.query('VACUUM (ANALYZE)');
  }
  const { count } = corpus;
  const tables = [...(await sizes(service))].map(([name, after]): [string, Bytes] => {
    const { heap, toast, indexes } = before.get(name)!;
    return [
      name,
      {
        heap: (after.heap - heap) / count,
        toast: (after.toast - toast) / count,
        indexes: (after.indexes - indexes) / count,
      },
    ];
  });
  return { tables: new Map(tables), text: text / count, wal: wal / count };
}

async function empty({ sql }: Target): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)`,
    [OTHER_TABLES],
  );
  await sql.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
}

/** Returns the bytes of each table. The index of the TOAST table counts as TOAST. */
async function sizes({ sql }: Target): Promise<Map<string, Bytes>> {
  const { rows } = await sql.query<Bytes & { name: string }>(
    `SELECT relname AS name, (pg_table_size(c.oid) - toast)::float8 AS heap, toast::float8 AS toast,
            pg_indexes_size(c.oid)::float8 AS indexes
     FROM pg_class c,
          LATERAL (SELECT coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) AS toast) AS t
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)
     ORDER BY relname`,
    [OTHER_TABLES],
  );
  return new Map(rows.map(({ name, ...bytes }) => [name, bytes]));
}

/**
 * Creates the documents of the next part of a corpus. Updates each document if `isUpdated` is set. Publishes each
 * document, and waits until all documents are public and indexed. Returns the bytes of their Markdown.
 */
async function write(service: Target, corpus: Corpus, first: number): Promise<number> {
  const requests = new Requests(service);
  const connections = Array.from({ length: CALLERS }, () => new Connection(service.origin));
  let [given, text] = [0, 0];
  const operations = connections.map(({ json, finish }) => async () => {
    if (given === corpus.count / PARTS) return false;
    const n = first + (given += 1);
    const content = prose(n, corpus.bytes(n));
    text += Buffer.byteLength(content);
    const { id } = await json<{ id: string }>(requests.createOf(documentOf(n, content)));
    if (corpus.isUpdated) {
      const change = { expectedVersion: 1, content: `${content.slice(6)} again` };
      await finish(requests.updateOf(id, change));
    }
    await finish(requests.publish(id, corpus.isUpdated ? 2 : 1));
    return true;
  });
  await drive(operations, PATIENCE_MS);
  await everythingReleased(service);
  await everythingIndexed(service);
  await Promise.all(connections.map((connection) => connection.close()));
  return text;
}

function documentOf(n: number, content: string) {
  const title = proseTitle(n);
  return {
    locale: 'en',
    slug: [...title.toLowerCase().match(/[a-z]+/g)!, n].join('-'),
    title,
    description: prose(n + 1_000_000, 120),
    content,
    tags: ['bytes', `tag-${n % 50}`],
    sources: [`https://example.org/sources/${n}`],
  };
}

const cell = ({ heap, toast, indexes }: Bytes): string =>
  [heap, toast, indexes].map(whole).join(' + ');

function report(results: readonly Result[]): string {
  const names = [...results[0]!.tables.keys()].filter((name) =>
    results.some(({ tables }) => sum(tables.get(name)!) > LEAST_SHOWN),
  );
  const total = ({ tables }: Result): Bytes =>
    [...tables.values()].reduce((all, { heap, toast, indexes }) => ({
      heap: all.heap + heap,
      toast: all.toast + toast,
      indexes: all.indexes + indexes,
    }));
  const row = (name: string, of: (result: Result) => string): string[] => [
    name,
    ...results.map(of),
  ];
  return table(
    ['bytes a document: heap + TOAST + indexes', ...CORPORA.map(({ name }) => name)],
    [
      ...names.map((name) => row(`\`${name}\``, ({ tables }) => cell(tables.get(name)!))),
      row('all tables', (result) => cell(total(result))),
      row('all tables together', (result) => whole(sum(total(result)))),
      row('Markdown', ({ text }) => whole(text)),
      row('tables ÷ Markdown', (result) => (sum(total(result)) / result.text).toFixed(1)),
      row('WAL of a whole life', ({ wal }) => whole(wal)),
    ],
  ).join('\n');
}

const stage = await openStage();
try {
  const results: Result[] = [];
  for (const corpus of CORPORA) results.push(await measure(stage, corpus));
  process.stdout.write(`Node ${process.version}, PostgreSQL ${await stage.database.version()}\n\n`);
  process.stdout.write(`${report(results)}\n`);
} finally {
  await stage.close();
}
