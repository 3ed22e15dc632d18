import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { newDocument, WAIT } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { whileLocked } from '../setup/lock-awaited.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted, expectProblem } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const database = await freshDatabase();
const link = await FaultProxy.to(database.url);
const service = await startService({ databaseUrl: link.url });
const { key } = await issueKey(database.url, { limit: 10_000 });
const api = client(service.url, key);
afterAll(async () => {
  await service.stop();
  await link.close();
  await database.drop();
});

const NOW = { expectedVersion: 1 };
const CLAIMS_NOTHING =
  /nothing|not (been )?(written|changed|carried|saved)|no(thing)? (was|write)/i;

const { id } = expectAccepted(await api.create(newDocument()), 201);

const everyRoute = (): Promise<Answer[]> =>
  Promise.all([
    api.usage(),
    api.list(),
    api.read(id),
    api.create(newDocument()),
    api.update(id, { ...NOW, title: 'B' }),
    api.publish(id, NOW),
  ]);

const expectUnavailable = async (answer: Answer): Promise<void> => {
  await expectProblem(answer, 503, 'unavailable', service.url);
  expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  expect(answer.body.nextStep).toMatch(/same (request|call)?.*same idempotency key/i);
  expect(answer.body.detail).not.toMatch(CLAIMS_NOTHING);
  expect(answer.body.nextStep).not.toMatch(CLAIMS_NOTHING);
};

/** Repeats a read until the answer is not 503, and returns that answer. */
const recovered = async (): Promise<Answer> => {
  for (;;) {
    const answer = await api.read(id);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
};

describe('503 unavailable', () => {
  afterEach(async () => {
    await link.close();
    await link.open();
    await recovered();
  });

  it('[6.unavailable] [12.ready] is the answer if the database accepts no connections', async () => {
    const server = new URL(database.url);
    const name = server.pathname.slice(1);
    server.pathname = '/postgres';
    const ended = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await sql(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    try {
      await sql(server.href, ended, [name]);
      await expect
        .poll(async () => (await fetch(`${service.url}/health/ready`)).json())
        .toMatchObject({ database: 'unreachable' });
      for (const answer of await everyRoute()) await expectUnavailable(answer);
    } finally {
      await sql(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    expect((await recovered()).status).toBe(200);
  });

  it('[6.unavailable] [6.unsure-repeat] [6.retryable] [6.problem] is the answer of each route while the database is cut off', async () => {
    await link.close();
    for (const answer of await everyRoute()) await expectUnavailable(answer);
  });

  it('[6.unavailable-recovers] ends automatically when the database is back', async () => {
    const document = newDocument();
    const write = { key: randomUUID() };
    await link.close();
    expect((await api.create(document, write)).status).toBe(503);
    await link.open();
    expect((await recovered()).status).toBe(200);
    expectAccepted(await api.create(document, write), 201);
  });

  it.each([
    ['a write', 'daily_usage', 1, () => api.create(newDocument())],
    ['more reads than there are connections', 'revision', 30, () => api.list()],
  ])(
    '[6.unavailable] [6.unsure-repeat] is the answer if the database takes too long: %s',
    async (_what, table, count, send) => {
      const answers = await whileLocked(database.url, `LOCK TABLE ${table}`, () =>
        Promise.all(Array.from({ length: count }, send)),
      );
      for (const answer of answers) await expectUnavailable(answer);
    },
  );
});

const HTML = 'text/html; charset=utf-8';
const get = (path: string, Accept = '*/*'): Promise<Answer> =>
  client(service.url).request('GET', path, { headers: { Accept } });

describe('the site while the database is unreachable', () => {
  beforeAll(() => link.close());
  afterAll(() => link.open());

  it.each([
    ...['/', '/en', '/tags/a', '/en/a', '/en/a.md', '/search?q=a'].map((path) => [path, '*/*']),
    ['/a/b/c', 'text/html'],
  ])('[9.fault-page] says to a reader of %s that it cannot answer', async (path, accept) => {
    const { status, headers, text } = await get(path, accept);
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe(HTML);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('The site cannot answer now.');
  });

  it.each([
    '/feed.xml',
    '/en/feed.xml',
    '/sitemap.xml',
    '/sitemap-0.xml',
    '/llms.txt',
    '/search.json?q=a',
    '/a/b/c',
  ])('[9.fault-page] sends a program that reads %s a problem', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  });

  it('answers HEAD with 503 without a body, and serves files that need no database', async () => {
    const head = await client(service.url).request('HEAD', '/en/a');
    expect([head.status, head.text]).toEqual([503, '']);
    expect((await get('/robots.txt')).status).toBe(200);
    expect((await get('/..%2Fx')).status).toBe(404);
    const [, style] = /href="(\/assets\/[^"]+\.css)"/.exec((await get('/en/a')).text)!;
    expect((await get(style!)).status).toBe(200);
  });
});

const health = async (path: string): Promise<[number, unknown]> => {
  const answer = await fetch(`${service.url}/health/${path}`);
  if (path === 'ready') expect(answer.headers.get('cache-control')).toBe('no-store');
  return [answer.status, await answer.json()];
};
const ready = () => health('ready');
const READY = { database: 'reachable', migrations: 'applied', process: 'running' };
const isReady = () => expect.poll(ready).toEqual([200, { status: 'ready', ...READY }]);

describe('the health of the service', () => {
  afterEach(async () => {
    link.setMode('pass');
    await link.open();
    await isReady();
  });

  it('[12.ready] [12.live] is unready, but live, while the database is unreachable, and ready again afterwards', async () => {
    await isReady();
    await link.close();
    const away = { database: 'unreachable', migrations: 'unknown', process: 'running' };
    await expect.poll(ready).toEqual([503, { status: 'unavailable', ...away }]);
    expect(await health('live')).toEqual([200, { status: 'live' }]);
    await link.open();
    await isReady();
    expect((await get('/')).status).toBe(200);
  });

  it('[12.ready] is unready while the database does not answer', async () => {
    link.setMode('blackhole');
    expect(await ready()).toMatchObject([503, { database: 'unreachable' }]);
  });

  it('[12.ready] is unready when a migration is missing', async () => {
    await sql(database.url, 'ALTER TABLE migrations RENAME TO elsewhere');
    expect(await ready()).toMatchObject([503, { migrations: 'missing' }]);
    await sql(database.url, 'ALTER TABLE elsewhere RENAME TO migrations');
    await sql(database.url, `UPDATE migrations SET name = name || '_' WHERE id = 1`);
    const missing = { status: 'unavailable', ...READY, migrations: 'missing' };
    expect(await ready()).toEqual([503, missing]);
    await sql(database.url, `UPDATE migrations SET name = rtrim(name, '_') WHERE id = 1`);
  });
});

/**
 * Makes new sessions of the database read-only, or writable again. Like an operator, uses a session that may always
 * write.
 */
async function turn(how: 'SET default_transaction_read_only = on' | 'RESET ALL'): Promise<void> {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=off');
  await sql(url.href, `ALTER DATABASE "${url.pathname.slice(1)}" ${how}`);
}

describe('the service while the database is read-only', () => {
  it('[6.unavailable] [12.ready] answers reads as usual and writes with 503, and accepts writes again once the database is writable', async () => {
    const { url } = expectAccepted(await api.publish(id, NOW, WAIT), 202);
    await turn('SET default_transaction_read_only = on');
    // As in a failover, the sessions of the service end.
    link.reset();
    await expect.poll(ready).toMatchObject([503, { database: 'read-only' }]);
    await expectUnavailable(await api.create(newDocument()));
    await expectUnavailable(await api.update(id, { ...NOW, title: 'Changed' }));
    expect((await api.read(id)).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);

    // Sessions that the service has already opened stay read-only. The service must replace these sessions.
    await turn('RESET ALL');
    await isReady();
    expectAccepted(await api.create(newDocument()), 201);
    expectAccepted(await api.update(id, { ...NOW, title: 'Changed' }), 200);
  });
});
