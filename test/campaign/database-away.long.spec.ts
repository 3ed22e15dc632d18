import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const database = await freshDatabase();
const proxy = await FaultProxy.to(database.url);
const service = await startService({ databaseUrl: proxy.url });
const { key } = await issueKey(database.url, { limit: 10_000 });
const api = client(service.url, key);
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await database.drop();
});

/** Maximum wait of a request, in ms, whatever the database does. */
const BOUND_MS = 20_000;
const { body: first } = await api.create(newDocument());
const NOW = { expectedVersion: 1 };

const REQUESTS: (() => Promise<{ status: number }>)[] = [
  () => api.usage(),
  () => api.list(),
  () => api.read(first.id),
  () => api.create(newDocument()),
  () => api.update(first.id, { ...NOW, title: 'Another title' }),
  () => api.publish(first.id, NOW),
  () => fetch(`${service.url}/en/nothing`),
  () => fetch(`${service.url}/search?q=nothing`),
];

/** Returns the statuses of concurrent requests. A status is `0` if no answer comes in time. */
const answers = (times: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: times }, () => REQUESTS)
      .flat()
      .map((request) => Promise.race([request().then(({ status }) => status), sleep(BOUND_MS, 0)])),
  );

/**
 * Returns the service's answer to a write that was committed, but whose answer from the database was lost. The service
 * looks up a publisher key again when the cached record of the key is half a second old. If the answer to this look-up
 * was lost instead, the function tries again.
 */
async function answerLost(): ReturnType<typeof api.create> {
  for (;;) {
    const write = { key: randomUUID() };
    while ((await api.usage()).status !== 200) await sleep(100);
    proxy.setMode('drop-answers');
    const answer = api.create(newDocument(), write);
    const isOver = answer.then(() => true);
    while (!(await isWritten(write.key)) && !(await Promise.race([isOver, sleep(20, false)])));
    proxy.setMode('pass');
    if (await isWritten(write.key)) return answer;
  }
}

const isWritten = async (idempotencyKey: string): Promise<boolean> =>
  (
    await sql(database.url, 'SELECT FROM accepted_write WHERE idempotency_key = $1', [
      idempotencyKey,
    ])
  ).length > 0;

describe('a database behind a faulty network', () => {
  afterEach(() => proxy.setMode('pass'));

  it('[6.unavailable] makes the service answer 503 within 20 s, even to 160 concurrent requests', async () => {
    proxy.setMode('blackhole');
    expect(new Set(await answers(20))).toEqual(new Set([503]));
    expect(new Set(await answers(5))).toEqual(new Set([503]));
  });

  it('[5.idem-replayed-header] causes no Idempotent-Replayed header if only the answer of the database to a committed write is lost', async () => {
    const answer = await answerLost();
    expectAccepted(answer, 201);
    expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
  });

  it('[6.unavailable] makes the service answer 503 even if only the answers of the database are lost', async () => {
    proxy.setMode('drop-answers');
    expect(new Set(await answers(2))).toEqual(new Set([503]));
  });
});
