import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk({ ROLE: 'api' });
const { api, databaseUrl } = desk;
afterAll(() => desk.close());

const NOW = { expectedVersion: 1 };
const taken = { ...newDocument(), title: 'Taken' };
let id: string;
beforeAll(async () => {
  ({ id } = expectAccepted(await api.create(taken, { key: 'taken' }), 201));
});

const REFUSED: [what: string, status: number, send: () => Promise<Answer>][] = [
  ['without a key', 401, () => client(desk.url).create(newDocument())],
  ['of another type', 415, () => api.create('{}', { headers: { 'Content-Type': 'text/plain' } })],
  ['too large', 413, () => api.create(' '.repeat(4 * 1024 * 1024 + 1))],
  ['malformed', 400, () => api.create('{')],
  ['no object', 400, () => api.create('[]')],
  ['without idempotency key', 400, () => api.create(newDocument(), { key: null })],
  ['with a bad idempotency key', 400, () => api.create(newDocument(), { key: 'a b' })],
  ['with a bad field', 422, () => api.create(newDocument({ title: '' }))],
  ['with an unknown field', 422, () => api.update(id, { ...NOW, title: 'B', typo: 1 })],
  ['with a bad field among good ones', 422, () => api.update(id, { ...NOW, title: 'B', tags: '' })],
  ['with a key of another write', 422, () => api.create(newDocument(), { key: 'taken' })],
  ['on nothing', 404, () => api.update(randomUUID(), { ...NOW, title: 'B' })],
  ['on another address', 422, () => api.update(id, { ...NOW, slug: 'b', title: 'B' })],
  ['on another version', 409, () => api.update(id, { expectedVersion: 2, title: 'B' })],
  ['to a path that is taken', 409, () => api.create({ ...taken, title: 'B' })],
  ['publishing another version', 409, () => api.publish(id, { expectedVersion: 2 })],
  ['publishing what is in flight', 409, () => api.publish(id, NOW)],
];

/** Returns the rows that writes can change, and the answers to all reads of the account. */
const everything = async (): Promise<unknown> => {
  const rows = await Promise.all(
    ['publication', 'revision', 'release', 'accepted_write', 'daily_usage'].map((table) =>
      sql(databaseUrl, `SELECT * FROM ${table} t ORDER BY t::text`),
    ),
  );
  const { resetsAt: _, ...usage } = (await api.usage()).body;
  return [rows, usage, (await api.list()).body, (await api.read(id)).body];
};

describe('a write that is refused', () => {
  beforeAll(async () => {
    expectAccepted(await api.publish(id, NOW), 202);
  });

  it.each(REFUSED)('changes nothing and costs nothing: %s', async (_what, status, send) => {
    const before = await everything();
    expect((await send()).status).toBe(status);
    expect(await everything()).toEqual(before);
  });

  it('leaves its idempotency key to another write', async () => {
    const write = { key: randomUUID() };
    expectRefusal(await api.update(id, { ...NOW, title: '' }, write), 422, 'validation_failed');
    expectRefusal(await api.create(taken, write), 409, 'path_conflict');
    expectAccepted(await api.create(newDocument(), write), 201);
  });
});
