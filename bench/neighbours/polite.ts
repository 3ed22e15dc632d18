import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load.js';
import { fromElsewhere, pageRequest, Requests } from '../requests.js';
import type { Target } from '../stage.js';

/** Results for one kind of operation. */
export interface Seen {
  readonly latencies: number[];
  /** Messages of all errors, including 503. */
  readonly refusals: string[];
}

/** Pause between two operations of one kind. */
const PAUSE_MS = 100;
const FIND_TIMEOUT_MS = 30_000;

/** An operation. Returns the duration of its measured part in ms. */
type Operation = (connection: Connection) => Promise<number>;

const SMALL = '# One\n\nText of one.\n\n# Two\n\nText of two.\n';

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * The operations of the polite accounts. Each kind of operation has its own caller.
 * @param seeker account that writes only the drafts that it searches for, so that no other drafts delay their indexing
 * @param slug slug of a public page
 */
function operations(target: Target, seeker: Target, slug: string): Record<string, Operation> {
  const requests = new Requests(target);
  const publications = '/api/v1/publications';
  const seeking = new Requests(seeker);
  const created = async (
    { json }: Connection,
    content = SMALL,
    by = requests,
  ): Promise<{ id: string }> => {
    const document = { locale: 'en', slug: `polite-${randomUUID()}`, title: 'Polite', content };
    return json<{ id: string }>(by.createOf(document));
  };
  const view = (id: string, name: string) => ({
    ...requests.read(id),
    path: `${publications}/${id}?view=${name}`,
  });
  return {
    create: (connection) => timed(() => created(connection)),
    'small release': async (connection) => {
      const { id } = await created(connection);
      return timed(() => connection.finish(requests.publishAndWait(id, 1)));
    },
    'found by q': async (connection) => {
      const word = `w${randomUUID().replaceAll('-', '')}`;
      await created(connection, word, seeking);
      return timed(async () => {
        const end = performance.now() + FIND_TIMEOUT_MS;
        while (performance.now() < end) {
          const { items } = await connection.json<{ items: unknown[] }>(seeking.list({ q: word }));
          if (items.length > 0) return;
          await sleep(100);
        }
        throw new Error('It was not found.');
      });
    },
    outline: async (connection) => {
      const { id } = await created(connection);
      return timed(() => connection.finish(view(id, 'outline')));
    },
    edit: async (connection) => {
      const { id } = await created(connection);
      const edits = [{ section: 's-two', append: 'More.' }];
      return timed(() => connection.finish(requests.updateOf(id, { expectedVersion: 1, edits })));
    },
    preview: async (connection) => {
      const { id } = await created(connection);
      const { preview } = await connection.json<{ preview: { url: string } }>(view(id, 'preview'));
      const path = new URL(preview.url).pathname;
      return timed(() => connection.finish({ method: 'GET', path, expect: 200 }));
    },
    page: (connection) => timed(() => connection.finish(fromElsewhere(pageRequest(slug)))),
    readiness: (connection) =>
      timed(() => connection.finish({ method: 'GET', path: '/health/ready', expect: 200 })),
  };
}

/** Repeats all operations, and returns the results by name. */
export async function watch(
  target: Target,
  seeker: Target,
  slug: string,
  milliseconds: number,
): Promise<Map<string, Seen>> {
  const end = performance.now() + milliseconds;
  const seen = new Map<string, Seen>();
  await Promise.all(
    Object.entries(operations(target, seeker, slug)).map(async ([name, operation]) => {
      const connection = new Connection(target.origin);
      const result: Seen = { latencies: [], refusals: [] };
      seen.set(name, result);
      while (performance.now() < end) {
        try {
          result.latencies.push(await operation(connection));
        } catch (error) {
          result.refusals.push(String(error).slice(0, 100));
        }
        await sleep(PAUSE_MS);
      }
      await connection.close();
    }),
  );
  return seen;
}
