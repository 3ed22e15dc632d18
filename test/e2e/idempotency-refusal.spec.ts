import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../setup/client.js';
import { type Caller, type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { booksOf } from './books.js';
import { OPERATIONS, repeatableWrite } from './repeatable-write.js';

/** Wait for a revocation or suspension, which takes effect within 1 s (contract 7). */
const HELD_MS = 1_100;

let desk: Desk;
let api: Client;
let doomed: Caller;
let writer: Caller;
let suspended: Caller;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api', PUBLISH_MIN_SOURCES: '1' });
  api = desk.api;
  [doomed, writer, suspended] = await Promise.all([
    desk.caller({ account: desk.accountId }),
    desk.caller({ account: desk.accountId, scopes: ['read', 'write'] }),
    desk.caller(),
  ]);
});
afterAll(() => desk.close());

const taken = newDocument();
const change = { expectedVersion: 1, title: 'B' };

/** Creates a publication and returns its id. */
const made = async (fields = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ sources: ['https://a.org/'], ...fields })), 201).id;

const setLimit = (limit: number): Promise<unknown[]> =>
  sql(desk.databaseUrl, 'UPDATE account SET daily_write_limit = $1', [limit]);

/** Requests with the given idempotency key that are refused. */
const refusals: [status: number, code: string, refused: (key: string) => Promise<Answer>][] = [
  [400, 'invalid_json', (key) => api.create('{', { key })],
  [
    403,
    'insufficient_scope',
    async (key) => writer.api.publish(await made(), { expectedVersion: 1 }, { key }),
  ],
  [404, 'not_found', (key) => api.update(randomUUID(), change, { key })],
  [
    409,
    'path_conflict',
    async (key) => {
      await api.create(taken);
      return api.create(taken, { key });
    },
  ],
  [
    409,
    'version_conflict',
    async (key) => api.update(await made(), { ...change, expectedVersion: 2 }, { key }),
  ],
  [
    409,
    'publish_in_progress',
    async (key) => {
      const id = await made();
      await api.publish(id, { expectedVersion: 1 });
      return api.publish(id, { expectedVersion: 1 }, { key });
    },
  ],
  [422, 'validation_failed', (key) => api.create({}, { key })],
  [
    422,
    'immutable_field',
    async (key) => api.update(await made(), { ...change, slug: 'b' }, { key }),
  ],
  [
    422,
    'sources_required',
    async (key) => api.publish(await made({ sources: [] }), { expectedVersion: 1 }, { key }),
  ],
  [
    429,
    'daily_limit_exceeded',
    async (key) => {
      await setLimit(0);
      const answer = await api.create(newDocument(), { key });
      await setLimit(100_000);
      return answer;
    },
  ],
];

describe('a refused write', () => {
  it.each(refusals)(
    '[5.idem-refusal-free] leaves its key free for any payload: %i %s',
    async (status, code, refused) => {
      const key = randomUUID();
      expectRefusal(await refused(key), status, code);
      expectRefusal(await refused(key), status, code);
      const rows = 'SELECT 1 FROM accepted_write WHERE idempotency_key = $1';
      expect(await sql(desk.databaseUrl, rows, [key])).toEqual([]);
      const answer = await api.create(newDocument(), { key });
      expectAccepted(answer, 201);
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    },
  );

  it('[5.idem-refusal-free] is accepted under its key once the reason is gone', async () => {
    const key = randomUUID();
    const id = await made();
    const early = { expectedVersion: 2, title: 'C' };
    expectRefusal(await api.update(id, early, { key }), 409, 'version_conflict');
    expectAccepted(await api.update(id, change), 200);
    expect(expectAccepted(await api.update(id, early, { key }), 200).version).toBe(3);
  });
});

describe('access is checked before a replay', () => {
  const update = 'UPDATE publisher_key SET revoked_at = now() WHERE id = split_part($1, $2, 2)';

  it('[5.idem-access-before-replay] so that a revoked key replays nothing', async () => {
    const writes = await Promise.all(
      OPERATIONS.map((operation) => repeatableWrite(api, operation)),
    );
    for (const write of writes.slice(0, 2))
      expect((await write.send(doomed.api)).status).toBeLessThan(300);
    await sql(desk.databaseUrl, update, [doomed.key, '_']);
    await sleep(HELD_MS);
    for (const write of writes.slice(0, 2)) {
      const answer = await write.send(doomed.api);
      expectRefusal(answer, 401, 'unauthorized');
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    }
  });

  it('[5.idem-access-before-replay] so that a key without publish replays no publish', async () => {
    const key = randomUUID();
    const id = await made();
    expectAccepted(await api.publish(id, { expectedVersion: 1 }, { key }), 202);
    const answer = await writer.api.publish(id, { expectedVersion: 1 }, { key });
    expectRefusal(answer, 403, 'insufficient_scope');
    expect(answer.body).not.toHaveProperty('id');
  });

  it('[5.idem-access-before-replay] so that the key of a suspended account replays nothing', async () => {
    const write = await repeatableWrite(suspended.api, 'create');
    const first = await write.send(suspended.api);
    expectAccepted(first, 201);
    const setStatus = (status: string): Promise<unknown[]> =>
      sql(desk.databaseUrl, 'UPDATE account SET status = $2 WHERE id = $1', [
        suspended.accountId,
        status,
      ]);
    const before = await booksOf(desk.databaseUrl, suspended.accountId);
    await setStatus('suspended');
    await sleep(HELD_MS);
    expectRefusal(await write.send(suspended.api), 403, 'account_suspended');
    await setStatus('active');
    await sleep(HELD_MS);
    expect((await write.send(suspended.api)).text).toBe(first.text);
    expect(await booksOf(desk.databaseUrl, suspended.accountId)).toEqual(before);
  });
});
