import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { LONG_WAIT } from '../setup/document.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey, operator } from '../setup/operator.js';
import { articleIn } from '../setup/preview.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';

/**
 * Number of documents. For 1,000 documents: `VERSION_DOCUMENTS=1000 npx vitest run --project long
 * test/versions/version-bytes.long.spec.ts`.
 */
const DOCUMENTS = Number(process.env['VERSION_DOCUMENTS'] ?? 100);
const VERSIONS = 5;
/** Number of further releases of one of the documents. */
const FURTHER = 100;
const AT_ONCE = 8;
/**
 * Pages and records contain this address. All processes therefore need the same address, although their ports differ.
 */
const ENV = { PUBLIC_BASE_URL: 'https://docs.example.org', RATE_LIMIT_PER_MINUTE: '0' };
const FORMS = ['@3', '@3.md', '@3.jws'];

let database: FreshDatabase;
let service: Service;
let key: string;
let api: Client;

beforeAll(async () => {
  database = await freshDatabase();
  ({ key } = await issueKey(database.url, { limit: 1_000_000 }));
  await start();
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function start(): Promise<void> {
  service = await startService({ databaseUrl: database.url, env: ENV });
  api = client(service.url, key);
}

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length });
  const left = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Writes and releases another version of a document. */
async function release(id: string, version: number): Promise<void> {
  const change = { title: `Number ${version}`, content: `# Text ${version}\n\nOf *${id}*.` };
  expectAccepted(await api.update(id, { expectedVersion: version - 1, ...change }), 200);
  expectAccepted(await api.publish(id, { expectedVersion: version }, LONG_WAIT), 202);
}

async function releasedOften(): Promise<{ id: string; path: string }> {
  const { id, url } = await released(api);
  for (let version = 2; version <= VERSIONS; version += 1) await release(id, version);
  return { id, path: new URL(url).pathname };
}

const get = (path: string): Promise<Response> => fetch(service.url + path);

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

async function bytesAt(path: string): Promise<Buffer> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the hashes of version 3 in all forms: page, Markdown and record. */
const bytesOf = async ({ path }: { readonly path: string }): Promise<string[]> =>
  Promise.all(FORMS.map(async (form) => sha256(await bytesAt(path + form))));

/**
 * Does the same as `bytesOf`, but hashes only the article of the page. Further releases may change the rest of the
 * page.
 */
const lastingOf = async ({ path }: { readonly path: string }): Promise<string[]> => {
  const [page, ...others] = await Promise.all(FORMS.map((form) => bytesAt(path + form)));
  return [articleIn(page!.toString())!, ...others].map(sha256);
};

it(
  '[15.version-bytes] [15.version-missing] versions of many documents keep article, Markdown and record through releases, and all bytes through restart and rerendering, until a withdrawal',
  { timeout: 3_600_000 },
  async () => {
    const documents = await each(
      Array.from({ length: DOCUMENTS }, (_, place) => place),
      releasedOften,
    );
    const lasting = await each(documents, lastingOf);
    expect(new Set(lasting.flat()).size).toBe(DOCUMENTS * FORMS.length);
    await each(documents, ({ id }) => release(id, VERSIONS + 1));
    for (let further = 1; further < FURTHER; further += 1) {
      await release(documents[0]!.id, VERSIONS + 1 + further);
    }
    expect(await each(documents, lastingOf)).toEqual(lasting);
    const before = await each(documents, bytesOf);
    expect(new Set(before.flat()).size).toBe(DOCUMENTS * FORMS.length);
    await service.stop();
    await start();
    await operator(database.url, 'publications', 'reindex', '--render');
    expect(await each(documents, bytesOf)).toEqual(before);
    await each(documents, ({ id }) =>
      operator(database.url, 'publications', 'withdraw', id, '--reason', 'a mistake'),
    );
    const statuses = await each(documents, async ({ path }) => {
      const forms = ['@1', ...FORMS, `@${VERSIONS + 1}.md`, '/versions'];
      return Promise.all(forms.map(async (form) => (await get(path + form)).status));
    });
    expect([...new Set(statuses.flat())]).toEqual([410]);
  },
);
