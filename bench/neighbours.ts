import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from './caller.js';
import { Connection } from './load.js';
import type { CrowdKind, CrowdWish } from './neighbours/crowd.js';
import { type Seen, watch } from './neighbours/polite.js';
import { FEED_DOCUMENT, searchable, SLOW_DOCUMENTS } from './neighbours/slow-documents.js';
import { table, whole } from './report.js';
import { Requests } from './requests.js';
import { generate, generatedId } from './seed.js';
import { openStage, type Stage, type Target } from './stage.js';
import { quantile } from './statistics.js';

const SECONDS = 15;
/** Time for a crowd to begin. */
const HEAD_START_MS = 1_000;
const SETTLE_MS = 180_000;
/** Number of slow documents of each greedy account, and number of slow documents that are released together. */
const SLOW = 4;
const RELEASED_TOGETHER = 16;
const FEED = 50;
const SEARCHABLE = 500;
const DRAFTS = 1_000;
const DRAFT = 'Some *text* with `code` and **more** of it.\n\n'.repeat(1_100);
const [DRAFT_BATCH, SEARCHABLE_BATCH] = [8, 9];

const CROWDS: Readonly<Record<CrowdKind, string>> = {
  feed: '(a) 64 readers of a feed of 50 long documents, GET and HEAD',
  releases: '(b) 16 slow documents released by one account',
  drafts: '(c) 20 slow drafts',
  contents: '(d) two accounts that ask for outlines and changes of slow documents',
  previews: '(e) slow previews',
  bodies: '(f) 100 half-sent bodies of 3 MB',
  search: '(g) queries of 24 words over 500 long documents',
  uploads:
    '(h) 8 uploads at a time of pictures of 6 megapixels, and 24 half-sent ones, of one account',
  lists: '(i) 64 readers of lists of one account',
  creates: '(j) 64 writers of one account',
  burst: '(k) 900 releases of 50 KB of one account',
};

/** Goals for p95 in ms. A goal is also missed if the service refuses a request. */
const GOALS: Readonly<Record<string, number>> = {
  create: 250,
  'small release': 2_000,
  'found by q': 10_000,
  outline: 2_000,
  edit: 2_000,
  preview: 2_000,
  page: 1_000,
  readiness: 1_000,
};

const memoryMiB = ({ pid }: Target): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Returns the result of `work` and the peak memory in MiB. */
async function mostMemory<T>(target: Target, work: () => Promise<T>): Promise<[T, number]> {
  let most = memoryMiB(target);
  const look = setInterval(() => (most = Math.max(most, memoryMiB(target))), 100);
  try {
    return [await work(), most];
  } finally {
    clearInterval(look);
  }
}

/** Creates documents in the target's account, and returns their ids. */
async function create(
  target: Target,
  name: string,
  contents: readonly string[],
): Promise<string[]> {
  const connection = new Connection(target.origin);
  const requests = new Requests(target);
  const ids: string[] = [];
  for (const [n, content] of contents.entries()) {
    const document = { locale: 'en', slug: `${name}-${n}`, title: `${name} ${n}`, content };
    ids.push((await connection.json<{ id: string }>(requests.createOf(document))).id);
  }
  await connection.close();
  return ids;
}

async function release(target: Target, ids: readonly string[]): Promise<void> {
  const connection = new Connection(target.origin);
  for (const id of ids) await connection.finish(new Requests(target).publishAndWait(id, 1));
  await connection.close();
}

/** Waits until the search finds all drafts, for at most three minutes. */
async function indexed({ sql }: Target): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  const lacking = `SELECT FROM publication WHERE searched_version IS DISTINCT FROM version LIMIT 1`;
  while (performance.now() < end && (await sql.query(lacking)).rowCount !== 0) await sleep(500);
}

/** Ids of the generated drafts at version 1. Every tenth draft is at version 5. */
const releasable = (): string[] =>
  Array.from({ length: DRAFTS }, (_, n) => n + 1)
    .filter((n) => n % 10 > 0)
    .map((n) => generatedId(DRAFT_BATCH, n));

const slow = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => SLOW_DOCUMENTS[n % SLOW_DOCUMENTS.length]!());

/** Runs a crowd in a process of its own, so that the crowd does not delay the timers of this process. */
async function beside<T>(wish: CrowdWish, look: () => Promise<T>): Promise<[T, number]> {
  const child = fork(join(import.meta.dirname, 'neighbours/crowd.js'));
  const asked = once(child, 'message') as Promise<[number]>;
  child.send(wish);
  await sleep(HEAD_START_MS);
  const seen = await look();
  child.send('stop');
  return [seen, (await asked)[0]];
}

function rows(
  situation: string,
  seen: Map<string, Seen>,
  memory: number,
  asked: number,
): string[][] {
  return [...seen].map(([name, { latencies, refusals }], place) => {
    const figures = [0.5, 0.95, 1].map((share) => quantile(latencies, share));
    const goal = GOALS[name]!;
    const isMet = refusals.length === 0 && figures[1]! <= goal;
    const [before, after] =
      place === 0 ? [situation, `${whole(memory)} MiB, ${whole(asked)} requests`] : ['', ''];
    const shown = `${whole(goal)}${isMet ? '' : ' **missed**'}`;
    return [before, name, whole(latencies.length)].concat(
      figures.map((figure) => whole(figure)),
      whole(refusals.length),
      shown,
      after,
    );
  });
}

/**
 * Returns the longest duration of a health check, in ms, while slow documents are released together. The client
 * measures the duration, so delays of a busy machine count too.
 */
async function longestStall(target: Target): Promise<number> {
  const ids = await create(target, 'together', slow(RELEASED_TOGETHER));
  const connection = new Connection(target.origin);
  const requests = new Requests(target);
  await Promise.all(ids.map((id) => new Connection(target.origin).finish(requests.publish(id, 1))));
  const latencies: number[] = [];
  for (let isReady = false; !isReady;) {
    for (let n = 0; n < 200; n += 1) {
      const begun = performance.now();
      await connection.finish({ method: 'GET', path: '/health/live', expect: 200 });
      latencies.push(performance.now() - begun);
      await sleep(2);
    }
    const path = { indexStatus: 'pending' };
    const { items } = await connection.json<{ items: unknown[] }>(requests.list(path));
    isReady = items.length === 0;
  }
  await connection.close();
  return quantile(latencies, 1);
}

async function neighbours({ database, targets: { service } }: Stage): Promise<void> {
  const targets: Target[] = [];
  for (let n = 0; n < 4; n += 1)
    targets.push({ ...service, ...(await callerOf(database.urlOf('service'))) });
  const [polite, seeker, ...greedy] = targets;
  const feed = await create(
    greedy[0]!,
    'feed',
    Array.from({ length: FEED }, () => FEED_DOCUMENT),
  );
  await release(greedy[0]!, feed);
  await generate(service.sql, {
    accountIds: [service.accountId],
    batch: SEARCHABLE_BATCH,
    count: SEARCHABLE,
    released: true,
    content: searchable(),
  });
  await service.sql.query(`UPDATE search_entry SET vector = vector || to_tsvector('simple', body)`);
  const documents: string[][] = [];
  for (const account of greedy)
    documents.push(await create(account, account.accountId, slow(SLOW)));
  greedy.push(service);
  documents.push(releasable());
  const look = () => mostMemory(service, () => watch(polite!, seeker!, 'feed-0', SECONDS * 1_000));
  await indexed(service);
  await generate(service.sql, {
    accountIds: [service.accountId],
    batch: DRAFT_BATCH,
    count: DRAFTS,
    released: false,
    content: DRAFT,
  });
  await service.sql.query('VACUUM (ANALYZE)');
  await watch(polite!, seeker!, 'feed-0', 3_000);
  const [alone, memory] = await look();
  const result = rows('alone', alone, memory, 0);
  const wished = process.argv[2];
  const stall = wished && wished !== 'stall' ? undefined : await longestStall(greedy[1]!);
  for (const [kind, name] of Object.entries(CROWDS) as [CrowdKind, string][]) {
    if (wished && wished !== kind) continue;
    process.stderr.write(`${name} …\n`);
    const isRelease = kind === 'releases';
    const theirs = isRelease ? [await create(greedy[0]!, 'slow', slow(16))] : documents;
    const keys = greedy.map(({ key }) => key);
    const wish = { kind, origin: service.origin, keys, documents: theirs };
    const [[seen, most], asked] = await beside(wish, look);
    result.push(...rows(name, seen, most, asked));
    for (const { refusals } of seen.values())
      for (const text of refusals) process.stderr.write(`${text}\n`);
    await sleep(3_000);
  }
  const head = [
    'crowd',
    'polite',
    'done',
    'p50 ms',
    'p95 ms',
    'most ms',
    'refused',
    'goal',
    'service',
  ];
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores for everything\n\n`);
  process.stdout.write(`${table(head, result).join('\n')}\n`);
  if (stall !== undefined)
    process.stdout.write(
      `\nThe longest stall while 16 slow documents are released: ${whole(stall)} ms\n`,
    );
}

const stage = await openStage();
try {
  await neighbours(stage);
} finally {
  await stage.close();
}
