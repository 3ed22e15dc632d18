import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, callerOf } from './caller.js';
import { markdown } from './documents.js';
import { Connection } from './load.js';
import type { Greed, GreedyAnswers, GreedyWish } from './overload/greedy.js';
import { table, whole } from './report.js';
import { fromElsewhere, pageRequest, Requests, searchRequest } from './requests.js';
import { generate, generatedId, generatedSlug } from './seed.js';
import { openStage, type Stage, type Target } from './stage.js';
import { quantile } from './statistics.js';

const CONNECTIONS = 64;
const SECONDS = 15;
/** Time for the greedy callers to begin. */
const HEAD_START_MS = 1_000;
/** Pause between two operations of the polite account. */
const PAUSE_MS = 20;
/**
 * Numbers of large public documents, of drafts and of releases. These numbers overload a service without connection
 * shares.
 */
const PUBLIC = 80;
const DRAFTS = 4_000;
const RELEASES = 1_000;
const LARGE = 185_000;
const MEDIUM = 50_000;
const [PUBLIC_BATCH, DRAFT_BATCH, RELEASE_BATCH] = [1, 2, 3];

/** Results for one kind of operation. */
interface Seen {
  readonly latencies: number[];
  refused: number;
}

/** Returns the operations of the polite account, by name. `watch` runs each operation over its own connection. */
const polite = (target: Target): Record<string, (connection: Connection) => Promise<void>> => {
  const requests = new Requests(target);
  let id = '';
  return {
    create: async ({ json }) => {
      ({ id } = await json<{ id: string }>(requests.create(`polite-${randomUUID()}`)));
    },
    read: ({ finish }) => finish(id ? requests.read(id) : requests.list({ limit: 1 })),
    'publish → ready': async ({ json }) => {
      const created = await json<{ id: string }>(requests.create(`release-${randomUUID()}`));
      const begun = performance.now();
      const { indexStatus } = await json<{ indexStatus: string }>(
        requests.publishAndWait(created.id, 1),
      );
      if (indexStatus !== 'ready') throw new Error(`It is ${indexStatus}.`);
      throw new Took(performance.now() - begun);
    },
    page: ({ finish }) => finish(fromElsewhere(pageRequest(generatedSlug(PUBLIC_BATCH, 1)))),
    search: ({ finish }) => finish(fromElsewhere(searchRequest('thousandth7'))),
    readiness: ({ finish }) => finish({ method: 'GET', path: '/health/ready', expect: 200 }),
  };
};

/** Thrown by an operation of which only a part is measured. `ms` is the duration of this part. */
class Took extends Error {
  constructor(readonly ms: number) {
    super('measured');
  }
}

async function watch(target: Target, milliseconds: number): Promise<Map<string, Seen>> {
  const end = performance.now() + milliseconds;
  const seen = new Map<string, Seen>();
  await Promise.all(
    Object.entries(polite(target)).map(async ([name, operation]) => {
      const connection = new Connection(target.origin);
      const result: Seen = { latencies: [], refused: 0 };
      seen.set(name, result);
      while (performance.now() < end) {
        const begun = performance.now();
        try {
          await operation(connection);
          result.latencies.push(performance.now() - begun);
        } catch (error) {
          if (error instanceof Took) result.latencies.push(error.ms);
          else result.refused += 1;
        }
        await sleep(PAUSE_MS);
      }
      await connection.close();
    }),
  );
  return seen;
}

/** Runs greedy callers in a process of their own, so that the callers do not delay the timers of this process. */
async function beside(
  wish: Omit<GreedyWish, 'target'>,
  { origin, key, accountId }: Target,
  look: () => Promise<Map<string, Seen>>,
): Promise<{ seen: Map<string, Seen>; answers: GreedyAnswers }> {
  const child = fork(join(import.meta.dirname, 'overload/greedy.js'));
  const answers = once(child, 'message') as Promise<[GreedyAnswers]>;
  child.send({ ...wish, target: { origin, key, accountId } } satisfies GreedyWish);
  await sleep(HEAD_START_MS);
  const seen = await look();
  child.send('stop');
  return { seen, answers: (await answers)[0] };
}

async function fill({ sql, accountId }: Target): Promise<void> {
  const accountIds = [accountId];
  const large = markdown()
    .repeat(Math.ceil(LARGE / 4_096))
    .slice(0, LARGE);
  const common = { accountIds, content: markdown() };
  await generate(sql, {
    ...common,
    batch: PUBLIC_BATCH,
    count: PUBLIC,
    released: true,
    content: large,
  });
  await generate(sql, { ...common, batch: DRAFT_BATCH, count: DRAFTS, released: false });
  await generate(sql, {
    ...common,
    batch: RELEASE_BATCH,
    count: RELEASES,
    released: false,
    content: large.slice(0, MEDIUM),
  });
  // The greedy callers search for words of the text. The generated vectors do not contain these words.
  await sql.query(`UPDATE search_entry SET vector = vector || to_tsvector('simple', body)`);
  await sql.query('VACUUM (ANALYZE)');
}

/** Ids of the documents at version 1. Every tenth document is at version 5 and is left out. */
const releasable = Array.from({ length: RELEASES }, (_, n) => n + 1)
  .filter((n) => n % 10 > 0)
  .map((n) => generatedId(RELEASE_BATCH, n));

const GREEDY: readonly { readonly name: string; readonly greed: Greed }[] = [
  { name: `${CONNECTIONS} anonymous searchers`, greed: 'search' },
  { name: `${CONNECTIONS} list readers of one account`, greed: 'list' },
  { name: `${CONNECTIONS} writers of one account`, greed: 'create' },
  { name: `${releasable.length} releases of 50 KB of one account`, greed: 'publish' },
];

function rows(situation: string, seen: Map<string, Seen>, greedy = ''): string[][] {
  return [...seen].map(([name, { latencies, refused }], place) => {
    const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share).toFixed(0));
    const [before, after] = place === 0 ? [situation, greedy] : ['', ''];
    return [before, name, whole(latencies.length)].concat(quantiles, whole(refused), after);
  });
}

async function overload({ database, targets: { service } }: Stage): Promise<void> {
  const caller: Caller = await callerOf(database.urlOf('service'));
  const second: Target = { ...service, ...caller };
  await fill(service);
  const look = (): Promise<Map<string, Seen>> => watch(second, SECONDS * 1_000);
  await watch(second, 3_000);
  const result = rows('alone', await look());
  const wished = process.argv[2];
  for (const { name, greed } of GREEDY) {
    if (wished && wished !== greed) continue;
    process.stderr.write(`${name} …\n`);
    const wish = { greed, connections: CONNECTIONS, drafts: releasable };
    const { seen, answers } = await beside(wish, service, look);
    const { answered, unavailable, otherwise } = answers;
    const greedy = `${whole(answered)} answered, ${whole(unavailable)} × 503, ${whole(otherwise)} otherwise`;
    result.push(...rows(name, seen, greedy));
    await sleep(2_000);
  }
  const head = ['load', 'polite', 'done', 'p50 ms', 'p95 ms', 'p99 ms', 'refused', 'the greedy'];
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores for everything\n\n`);
  process.stdout.write(`${table(head, result).join('\n')}\n`);
}

const stage = await openStage();
try {
  await overload(stage);
} finally {
  await stage.close();
}
