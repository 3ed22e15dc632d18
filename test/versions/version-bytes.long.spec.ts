import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey, operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';

/** 1,000 by hand: `VERSION_DOCUMENTS=1000 npx vitest run --project long test/versions/version-bytes.long.spec.ts`. */
const DOCUMENTS = Number(process.env['VERSION_DOCUMENTS'] ?? 100);
const VERSIONS = 5;
const AT_ONCE = 8;
const WAIT = { headers: { Prefer: 'wait=30' } };
/** The same for every process, whose ports differ: pages and records name it. */
const ENV = { PUBLIC_BASE_URL: 'https://docs.example.org' };
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

/** Makes another version of a document public. */
async function release(id: string, version: number): Promise<void> {
  const change = { title: `Number ${version}`, content: `# Text ${version}\n\nOf *${id}*.` };
  expectAccepted(await api.update(id, { expectedVersion: version - 1, ...change }), 200);
  expectAccepted(await api.publish(id, { expectedVersion: version }, WAIT), 202);
}

async function released(): Promise<{ id: string; path: string }> {
  const { id, url } = expectAccepted(await api.create(newDocument()), 201);
  expectAccepted(await api.publish(id, { expectedVersion: 1 }, WAIT), 202);
  for (let version = 2; version <= VERSIONS; version += 1) await release(id, version);
  return { id, path: new URL(url).pathname };
}

const get = (path: string): Promise<Response> => fetch(service.url + path);

const bytesOf = async ({ path }: { readonly path: string }): Promise<string[]> => {
  const hashes = FORMS.map(async (form) => {
    const response = await get(path + form);
    expect(response.status, path + form).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    return createHash('sha256').update(bytes).digest('hex');
  });
  return Promise.all(hashes);
};

it(
  '[15.version-bytes] [15.version-missing] versions of many documents keep their bytes through releases, a restart and a new rendering, until they are withdrawn',
  { timeout: 3_600_000 },
  async () => {
    const documents = await each(
      Array.from({ length: DOCUMENTS }, (_, place) => place),
      released,
    );
    const before = await each(documents, bytesOf);
    expect(new Set(before.flat()).size).toBe(DOCUMENTS * FORMS.length);
    await each(documents, ({ id }) => release(id, VERSIONS + 1));
    expect(await each(documents, bytesOf)).toEqual(before);
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
