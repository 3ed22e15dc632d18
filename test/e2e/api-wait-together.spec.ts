import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const WAITERS = 60;
const POOL = 3;

let desk: Desk;
let api: Client;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api', DATABASE_POOL_SIZE: String(POOL) });
  api = desk.api;
});
afterAll(() => desk.close());

const settle = (facts = 'indexed_version = 1'): Promise<unknown[]> =>
  sql(
    desk.databaseUrl,
    `UPDATE release SET in_flight = false, published_version = 1, due_at = NULL, ${facts}`,
  );

async function draft(): Promise<string> {
  return expectAccepted(await api.create(newDocument()), 201).id;
}

/**
 * Counts the connections of the service. `held` counts the connections that are idle in a transaction, or that have run
 * a statement for more than 1 s.
 */
async function connections(): Promise<{ all: number; held: number }> {
  const [row] = await sql<{ all: number; held: number }>(
    desk.databaseUrl,
    `SELECT count(*)::integer AS all,
            count(*) FILTER (WHERE state LIKE 'idle in transaction%'
                             OR state = 'active' AND now() - query_start > interval '1 second')::integer AS held
     FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'imprimatur'`,
  );
  return row!;
}

describe('many requests that wait', () => {
  it('[4.wait-no-connection] [11.pool-size] hold no connection: a pool of three serves other requests meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: WAITERS }, draft));
    const headers = { Prefer: 'wait=30' };
    const answered = { count: 0 };
    const waiting = ids.map(async (id, index): Promise<Answer> => {
      const expected = { expectedVersion: 1 };
      if (index % 2) await api.publish(id, expected);
      const answer = index % 2 ? api.read(id, headers) : api.publish(id, expected, { headers });
      return answer.finally(() => {
        answered.count += 1;
      });
    });
    const requested = 'SELECT count(*)::integer AS count FROM release';
    await expect.poll(() => sql(desk.databaseUrl, requested)).toEqual([{ count: WAITERS }]);

    for (let round = 0; round < 10; round += 1) {
      const id = await draft();
      expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }), 200);
      expect((await api.list()).status).toBe(200);
      expect((await connections()).all).toBeLessThanOrEqual(POOL);
      // On a busy machine, a query can take more than 1 s. After the query, the connection must become free.
      await expect.poll(async () => (await connections()).held).toBe(0);
    }
    expect(answered.count).toBe(0);

    await settle();
    const answers = await Promise.all(waiting);
    for (const { body } of answers) expect(body.indexStatus).toBe('ready');
  });
});

describe('a replay of a publish', () => {
  it('[5.idem-wait] with Prefer: wait is answered after the wait, with the current publication', async () => {
    const id = await draft();
    const parts = { key: randomUUID(), headers: { Prefer: 'wait=30' } };
    const publish = (): Promise<Answer> => api.publish(id, { expectedVersion: 1 }, parts);
    const both = [publish(), publish()];
    const requested = 'SELECT 1 AS one FROM release WHERE publication_id = $1 AND in_flight';
    await expect.poll(() => sql(desk.databaseUrl, requested, [id])).toHaveLength(1);
    await settle();
    for (const { status, body } of await Promise.all(both)) {
      expect([status, body.state, body.indexStatus]).toEqual([202, 'published', 'ready']);
    }
    expectAccepted(await api.update(id, { expectedVersion: 1, title: 'Later' }), 200);
    const later = await publish();
    expect(later.headers.get('Idempotent-Replayed')).toBe('true');
    expect(later.body).toMatchObject({ version: 2, title: 'Later', state: 'draft' });
  });

  it('[5.idem-wait] without Prefer: wait returns the stored answer', async () => {
    const id = await draft();
    const parts = { key: randomUUID() };
    const first = await api.publish(id, { expectedVersion: 1 }, parts);
    await settle();
    const again = await api.publish(id, { expectedVersion: 1 }, parts);
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.body.state).toBe('publishing');
  });
});
