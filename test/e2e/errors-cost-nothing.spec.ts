import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk({ ROLE: 'api', PUBLISH_MIN_SOURCES: '1' });
const { api, databaseUrl } = desk;
afterAll(() => desk.close());

const NOW = { expectedVersion: 1 };
const taken = { ...newDocument({ sources: ['https://example.org/'] }), title: 'Taken' };
const { id } = expectAccepted(await api.create(taken, { key: 'taken' }), 201);
const { id: bare } = expectAccepted(await api.create(newDocument()), 201);
expectAccepted(await api.publish(id, NOW), 202);
const { api: mayWrite } = await desk.caller({
  account: desk.accountId,
  scopes: ['read', 'write'],
});

const setLimit = (limit: number): Promise<unknown[]> =>
  sql(databaseUrl, 'UPDATE account SET daily_write_limit = $1', [limit]);

/**
 * Writes that are refused. If the idempotency key is the fault, a write ignores the given key. All other writes send
 * the given key.
 */
const REFUSED: [what: string, status: number, send: (parts: { key: string }) => Promise<Answer>][] =
  [
    ['without a publisher key', 401, (parts) => client(desk.url).create(newDocument(), parts)],
    ['with a publisher key that lacks the scope', 403, (parts) => mayWrite.publish(id, NOW, parts)],
    [
      'whose Content-Type is not JSON',
      415,
      (parts) => api.create('{}', { ...parts, headers: { 'Content-Type': 'text/plain' } }),
    ],
    ['that is too large', 413, (parts) => api.create(' '.repeat(3 * 1024 * 1024 + 1), parts)],
    ['that is malformed', 400, (parts) => api.create('{', parts)],
    ['whose body is not an object', 400, (parts) => api.create('[]', parts)],
    ['without an idempotency key', 400, () => api.create(newDocument(), { key: null })],
    ['with a bad idempotency key', 400, () => api.create(newDocument(), { key: 'a b' })],
    ['with a bad field', 422, (parts) => api.create(newDocument({ title: '' }), parts)],
    [
      'with an unknown field',
      422,
      (parts) => api.update(id, { ...NOW, title: 'B', typo: 1 }, parts),
    ],
    [
      'with a bad field among good ones',
      422,
      (parts) => api.update(id, { ...NOW, title: 'B', tags: '' }, parts),
    ],
    [
      'with the idempotency key of another write',
      422,
      () => api.create(newDocument(), { key: 'taken' }),
    ],
    [
      'that updates an unknown id',
      404,
      (parts) => api.update(randomUUID(), { ...NOW, title: 'B' }, parts),
    ],
    [
      'that changes the address',
      422,
      (parts) => api.update(id, { ...NOW, slug: 'b', title: 'B' }, parts),
    ],
    [
      'with another expectedVersion',
      409,
      (parts) => api.update(id, { expectedVersion: 2, title: 'B' }, parts),
    ],
    [
      'that creates at a path that is taken',
      409,
      (parts) => api.create({ ...taken, title: 'B' }, parts),
    ],
    ['that publishes an unknown id', 404, (parts) => api.publish(randomUUID(), NOW, parts)],
    [
      'that publishes another version',
      409,
      (parts) => api.publish(id, { expectedVersion: 2 }, parts),
    ],
    ['that publishes a revision in flight', 409, (parts) => api.publish(id, NOW, parts)],
    ['that publishes a revision without sources', 422, (parts) => api.publish(bare, NOW, parts)],
    [
      'after the quota of the day is used up',
      429,
      async (parts) => {
        await setLimit(0);
        const answer = await api.create(newDocument(), parts);
        await setLimit(100_000);
        return answer;
      },
    ],
  ];

/**
 * Returns the rows that writes can change, and the answers to the reads of the account. Leaves out the columns of the
 * draft index, which follows the writes before.
 */
const everything = async (): Promise<unknown> => {
  const rows = await Promise.all(
    ['publication', 'revision', 'release', 'accepted_write', 'daily_usage'].map((table) =>
      sql(
        databaseUrl,
        `SELECT to_jsonb(t) - '{searched_version,search_after}'::text[] AS row FROM ${table} t ORDER BY 1`,
      ),
    ),
  );
  const { resetsAt: _, ...usage } = (await api.usage()).body;
  return [rows, usage, (await api.list()).body, (await api.read(id)).body];
};

describe('a write that is refused', () => {
  it.each(REFUSED)(
    '[5.quota-free-of-charge] [5.idem-refusal-free] changes nothing, costs nothing and leaves its idempotency key free: %s',
    async (_what, status, send) => {
      const key = randomUUID();
      const before = await everything();
      expect((await send({ key })).status).toBe(status);
      expect(await everything()).toEqual(before);
      const answer = await api.create(newDocument(), { key });
      expectAccepted(answer, 201);
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    },
  );
});
