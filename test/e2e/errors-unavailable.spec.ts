import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { DatabaseLink } from '../setup/database-link.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { whileLocked } from '../setup/lock-awaited.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted, expectProblem } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const database = await freshDatabase();
const link = await DatabaseLink.to(database.url);
const service = await startService({ databaseUrl: link.url });
const { key } = await issueKey(database.url, { limit: 10_000 });
const api = client(service.url, key);
afterAll(async () => {
  await service.stop();
  await link.cut();
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
    await link.cut();
    await link.mend();
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
    await link.cut();
    for (const answer of await everyRoute()) await expectUnavailable(answer);
  });

  it('[6.unavailable-recovers] ends automatically when the database is back', async () => {
    const document = newDocument();
    const write = { key: randomUUID() };
    await link.cut();
    expect((await api.create(document, write)).status).toBe(503);
    await link.mend();
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
