import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const READY = 'in_flight = false, published_version = 1, indexed_version = 1, due_at = NULL';
const LONGEST_MS = 60_000;

let desk: SharedPair;
let api: Client;
/** A publication whose release stays in flight during all tests. */
let inFlight: string;
let longest: Promise<Timed>;

/** No worker runs, so a release stays in flight until a test changes its row. */
beforeAll(async () => {
  desk = await sharedPair();
  api = desk.api;
  inFlight = await publishing();
  // This read waits for 30 s. The other tests run during this time.
  longest = timed(() => wait(inFlight, 'wait=300'));
});

interface Timed {
  readonly answer: Answer;
  readonly seconds: number;
}

async function timed(call: () => Promise<Answer>): Promise<Timed> {
  const begun = performance.now();
  const answer = await call();
  return { answer, seconds: (performance.now() - begun) / 1_000 };
}

const wait = (id: string, preference: string, headers = {}): Promise<Answer> =>
  api.read(id, { Prefer: preference, ...headers });

/** Creates a publication and publishes version 1. The release stays in flight. Returns the id of the publication. */
async function publishing(): Promise<string> {
  const { id } = expectAccepted(await api.create(newDocument()), 201);
  expectAccepted(await api.publish(id, { expectedVersion: 1 }), 202);
  return id;
}

const set = (id: string, facts: string): Promise<unknown[]> =>
  sql(desk.databaseUrl, `UPDATE release SET ${facts} WHERE publication_id = $1`, [id]);

/** Returns whether the request is still unanswered after `ms`. */
async function stillWaits(answer: Promise<unknown>, ms = 600): Promise<boolean> {
  return (await Promise.race([answer.then(() => 'answered'), sleep(ms, 'waits')])) === 'waits';
}

describe('a read that prefers to wait', () => {
  it('[4.wait] is answered when the revision is public and indexed, and not before', async () => {
    const id = await publishing();
    const answer = wait(id, 'wait=30');
    expect(await stillWaits(answer)).toBe(true);
    await set(id, 'in_flight = false, published_version = 1');
    expect(await stillWaits(answer)).toBe(true);
    await set(id, READY);
    expect((await answer).body).toMatchObject({ state: 'published', indexStatus: 'ready' });
  });

  it.each([
    ['the release', 'in_flight = false, published_version = NULL', { state: 'draft' }],
    ['the indexing', 'in_flight = false, published_version = 1', { indexStatus: 'pending' }],
  ])('[4.wait] is answered after a permanent failure of %s', async (_what, facts, expected) => {
    const id = await publishing();
    const answer = wait(id, 'wait=30');
    expect(await stillWaits(answer)).toBe(true);
    await set(id, `${facts}, error = '{"code": "index_failed"}', due_at = NULL`);
    const { body } = await answer;
    expect(body).toMatchObject({ ...expected, publishError: { code: 'index_failed' } });
    expect((await wait(id, 'wait=30')).body).toEqual((await api.read(id)).body);
  });

  it('[4.wait] [4.wait-applied] is answered immediately when there is nothing to wait for, and applies at most 30 seconds', async () => {
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    const { status, headers, body } = await wait(id, `wait=${'9'.repeat(400)}`);
    expect([status, body]).toEqual([200, (await api.read(id)).body]);
    expect(headers.get('Preference-Applied')).toBe('wait=30');
  });

  it('[4.wait-elapsed] [4.wait-applied] is answered with the current publication when the wait has elapsed', async () => {
    const { answer, seconds } = await timed(() => wait(inFlight, 'wait=2'));
    expect(seconds).toBeGreaterThanOrEqual(1.99);
    expect(answer.status).toBe(200);
    expect(answer.body.state).toBe('publishing');
    expect(answer.headers.get('Preference-Applied')).toBe('wait=2');
  });

  it.each([
    ['wait=0', 'wait=0'],
    ['WAIT=0', 'wait=0'],
    ['wait="0"', 'wait=0'],
    ['respond-async, wait=0', 'wait=0'],
    ['wait=0, wait=20', 'wait=0'],
    ['wait', null],
    ['wait=', null],
    ['wait=soon', null],
    ['wait=-5', null],
    ['wait=1.5', null],
    ['wait=5s', null],
    ['waiting=5', null],
    ['return=minimal', null],
  ])(
    '[4.wait-applied] gets the applied wait, if any, in Preference-Applied: %s',
    async (preference, applied) => {
      const { status, headers, body } = await wait(inFlight, preference);
      expect([status, body.state]).toEqual([200, 'publishing']);
      expect(headers.get('Preference-Applied')).toBe(applied);
    },
  );

  it('gets 404 without Preference-Applied for an unknown id', async () => {
    const refused = await wait('01a1fd6f-1e86-74b1-9f1c-020bc5022ce6', 'wait=30');
    expectRefusal(refused, 404, 'not_found');
    expect(refused.headers.has('Preference-Applied')).toBe(false);
  });
});

describe('a condition on a read that waits', () => {
  it('[4.wait-conditional] is evaluated after the wait, when the revision is public and indexed', async () => {
    const id = await publishing();
    const tag = (await api.read(id)).headers.get('ETag')!;
    const answer = wait(id, 'wait=30', { 'If-None-Match': tag });
    expect(await stillWaits(answer)).toBe(true);
    await set(id, READY);
    const { status, body, headers } = await answer;
    expect([status, body.state]).toEqual([200, 'published']);
    expect(headers.get('ETag')).not.toBe(tag);
  });

  it('[4.wait-conditional] is also evaluated when the wait has elapsed', async () => {
    const id = await publishing();
    // The tag changes without a write once, when the warnings about the revision are there.
    await expect.poll(async () => (await api.read(id)).warnings).toEqual([]);
    const tag = (await api.read(id)).headers.get('ETag')!;
    const { answer, seconds } = await timed(() => wait(id, 'wait=1', { 'If-None-Match': tag }));
    expect(seconds).toBeGreaterThanOrEqual(0.99);
    expect(answer.status).toBe(304);
  });
});

async function publish(preference: string): Promise<{ id: string; answer: Promise<Answer> }> {
  const { id } = expectAccepted(await api.create(newDocument()), 201);
  const headers = { Prefer: preference };
  return { id, answer: api.publish(id, { expectedVersion: 1 }, { headers }) };
}

describe('a publish that prefers to wait', () => {
  it('[4.wait] [4.wait-applied] is answered 202 when its revision is public and indexed', async () => {
    const { id, answer } = await publish('wait=30');
    expect(await stillWaits(answer)).toBe(true);
    await set(id, READY);
    const { status, body, headers } = await answer;
    expect([status, body.state, body.indexStatus]).toEqual([202, 'published', 'ready']);
    expect(headers.get('Preference-Applied')).toBe('wait=30');
  });

  it('[4.wait-elapsed] is answered 202 when the wait has elapsed and the release is still in flight', async () => {
    const { answer } = await publish('wait=1');
    const { status, body } = await answer;
    expect([status, body.state]).toEqual([202, 'publishing']);
  });
});

describe('a replay of a publish', () => {
  it('[5.idem-wait] with Prefer: wait is answered after the wait, with the current publication', async () => {
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    const parts = { key: randomUUID(), headers: { Prefer: 'wait=30' } };
    const send = (): Promise<Answer> => api.publish(id, { expectedVersion: 1 }, parts);
    const both = [send(), send()];
    const requested = 'SELECT FROM release WHERE publication_id = $1 AND in_flight';
    await expect.poll(() => sql(desk.databaseUrl, requested, [id])).toHaveLength(1);
    await set(id, READY);
    for (const { status, body } of await Promise.all(both)) {
      expect([status, body.state, body.indexStatus]).toEqual([202, 'published', 'ready']);
    }
    expectAccepted(await api.update(id, { expectedVersion: 1, title: 'Later' }), 200);
    const later = await send();
    expect(later.headers.get('Idempotent-Replayed')).toBe('true');
    expect(later.body).toMatchObject({ version: 2, title: 'Later', state: 'draft' });
  });
});

describe('a wait of more than 30 seconds', () => {
  it(
    '[4.wait-elapsed] [4.wait-applied] ends after 30 seconds',
    async () => {
      const { answer, seconds } = await longest;
      expect(seconds).toBeGreaterThanOrEqual(29.9);
      expect(seconds).toBeLessThan(40);
      expect(answer.body.state).toBe('publishing');
      expect(answer.headers.get('Preference-Applied')).toBe('wait=30');
    },
    LONGEST_MS,
  );
});
