import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client } from '../../setup/client.js';
import { SLOW_DOCUMENTS } from '../../../bench/neighbours/slow-documents.js';
import { newDocument } from '../../setup/document.js';
import { previewOf } from '../../setup/preview.js';
import type { Cluster } from '../cluster.js';
import type { Random } from '../random.js';
import type { Fault } from './fault.js';
import { outOfBounds, withinBounds } from './hostile-bodies.js';

/** Number of concurrent requests of the greedy client. */
const GREEDY = 64;
const HOSTILE = 20;
const RELEASES = 60;
/** Number of slow documents, four of each kind. */
const SLOW = 16;
const LONG_MS = 3_000;

/** Repeats a request for `milliseconds`, in `times` concurrent loops. */
async function ask(
  times: number,
  milliseconds: number,
  request: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + milliseconds;
  const asker = async (): Promise<void> => {
    while (performance.now() < end) await request();
  };
  await Promise.all(Array.from({ length: times }, asker));
}

/** Fetches an address. Rejects if the answer is a server error other than 503. */
async function fetchAnswer(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${url}: ${text}`);
}

const keyOf = ({ greedy }: Cluster): string => greedy.keys[0]!.key;
const headersOf = (cluster: Cluster): Record<string, string> => ({
  Authorization: `Bearer ${keyOf(cluster)}`,
  'Content-Type': 'application/json',
});

/** Hostile bodies of almost 3 MiB, made once for all rounds. */
let bodies: ReturnType<typeof outOfBounds> | undefined;

/**
 * In the greedy account, creates drafts that take long to render. For each draft, returns a function that publishes the
 * draft.
 */
async function manyDrafts(cluster: Cluster, random: Random): Promise<(() => Promise<unknown>)[]> {
  const content = 'Some *text* with `code` and **more** of it.\n\n'.repeat(1_000);
  const api = client(random.pick(cluster.apis).url, keyOf(cluster));
  const made = Array.from({ length: RELEASES }, async () => {
    const slug = `greedy-${randomUUID()}`;
    const { body } = await api.create(newDocument({ slug, content }));
    return () => api.publish(body.id, { expectedVersion: 1 });
  });
  return Promise.all(made);
}

/** Creates a draft and returns its id. Tries again while the parts of the account's other documents are counted. */
async function createdAtLast(api: Client, content: string): Promise<string> {
  for (;;) {
    const { status, body } = await api.create(newDocument({ content }));
    if (status !== 503) return body.id;
    await sleep(1_000);
  }
}

/** Creates and releases the slowest documents that the service accepts, and opens an outline and a preview of each. */
async function slowWork(cluster: Cluster, random: Random): Promise<void> {
  const { url } = random.pick(cluster.apis);
  const api = client(url, keyOf(cluster));
  const work = Array.from({ length: SLOW }, async (_, n) => {
    const content = SLOW_DOCUMENTS[n % SLOW_DOCUMENTS.length]!();
    const id = await createdAtLast(api, content);
    await api.publish(id, { expectedVersion: 1 });
    await api.read(`${id}?view=outline`);
    // A preview address starts with `PUBLIC_BASE_URL`, whose host does not exist here. So only the path of the address
    // is used.
    await fetchAnswer(url + new URL((await previewOf(api, id)).url).pathname);
  });
  await Promise.all(work);
}

export const GREED: readonly Fault[] = [
  {
    name: 'slow documents of one account',
    leavesOthersServed: true,
    inject: slowWork,
  },
  {
    name: '64 readers of the feed',
    leavesOthersServed: true,
    inject: ({ apis }, random) =>
      ask(GREEDY, LONG_MS, () =>
        fetchAnswer(`${random.pick(apis).url}/${random.pick(['feed.xml', 'en/feed.xml'])}`, {
          method: random.pick(['GET', 'HEAD']),
        }),
      ),
  },
  {
    name: 'hostile bodies',
    leavesOthersServed: true,
    // Makes the bodies before the round. During the round, this work would block the clients and the proxies, which
    // run in the same process.
    prepare: async () => {
      bodies ??= [...outOfBounds(), ...withinBounds()];
    },
    inject: async (cluster, random) => {
      const { url } = random.pick(cluster.apis);
      await ask(HOSTILE, LONG_MS, () => {
        const { path, bytes } = random.pick(bodies!);
        return fetchAnswer(url + path, {
          method: 'POST',
          headers: { ...headersOf(cluster), 'Idempotency-Key': 'hostile' },
          body: bytes,
        });
      });
    },
  },
  {
    name: '64 greedy searchers without a key',
    leavesOthersServed: true,
    inject: ({ apis }, random) =>
      ask(GREEDY, LONG_MS, () =>
        fetchAnswer(
          `${random.pick(apis).url}/search.json?q=text+${random.pick(['code', 'more', 'link'])}`,
        ),
      ),
  },
  {
    name: '64 greedy readers of one account',
    leavesOthersServed: true,
    inject: (cluster, random) =>
      ask(GREEDY, LONG_MS, () => {
        const { url } = random.pick(cluster.apis);
        return fetchAnswer(`${url}/api/v1/publications?limit=100&q=text`, {
          headers: headersOf(cluster),
        });
      }),
  },
  {
    name: '60 releases at once of one account',
    leavesOthersServed: true,
    inject: async (cluster, random) => {
      for (const publish of await manyDrafts(cluster, random)) await publish();
      await sleep(random.whole(0, LONG_MS));
    },
  },
];
