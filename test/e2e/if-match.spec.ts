import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { booksOf } from '../setup/books.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, lockOfKey, whileLocked } from '../setup/lock-awaited.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

// No worker runs, so a publish stays in flight.
const desk = await sharedPair();
const { api, databaseUrl } = desk;

const created = async (): Promise<string> => (await api.create(newDocument())).body.id;
/** Returns the tag of the state, without its second part, which belongs to the warnings. */
const tagOf = async (id: string): Promise<string> =>
  (await api.read(id)).headers.get('ETag')!.replace(/\.[^".]+"$/, '"');

const edit = (id: string) => api.update(id, { expectedVersion: 1, title: 'B' });
const publish = (id: string) => api.publish(id, { expectedVersion: 1 });

/** Changes to a publication after its `ETag` was read. */
const CHANGES: [what: string, happens: (id: string) => Promise<unknown>][] = [
  ['an update', edit],
  ['a publish', publish],
  [
    'a release',
    async (id) => {
      await publish(id);
      await sql(
        databaseUrl,
        'UPDATE release SET in_flight = false, published_version = 1 WHERE publication_id = $1',
        [id],
      );
    },
  ],
];

const TAGS: [what: string, ifMatch: (now: string) => string, fits: boolean][] = [
  ['the current tag', (now) => now, true],
  ['the current tag among others', (now) => `"a", ${now},"b"`, true],
  ['an asterisk', () => '*', true],
  ['the weak form of the current tag', (now) => `W/${now}`, false],
  ['the current tag without quotation marks', (now) => now.slice(1, -1), false],
  ['another tag', () => '"another"', false],
  ['an empty tag', () => '""', false],
];

describe.each(['update', 'publish'] as const)('If-Match on %s', (operation) => {
  const send = (id: string, expectedVersion: number, ifMatch: string, key = randomUUID()) =>
    operation === 'update'
      ? api.update(id, { expectedVersion, title: 'C' }, { key, headers: { 'If-Match': ifMatch } })
      : api.publish(id, { expectedVersion }, { key, headers: { 'If-Match': ifMatch } });

  it.each(TAGS)('[4.if-match] is compared with the current ETag: %s', async (_, ifMatch, fits) => {
    const id = await created();
    await edit(id);
    const now = await tagOf(id);
    const books = await booksOf(databaseUrl, desk.accountId);
    const answer = await send(id, 2, ifMatch(now));
    if (fits) {
      expectAccepted(answer, operation === 'update' ? 200 : 202);
    } else {
      expectRefusal(answer, 412, 'precondition_failed');
      expect(await booksOf(databaseUrl, desk.accountId)).toEqual(books);
      expect(await tagOf(id)).toBe(now);
    }
  });

  it.each(CHANGES)(
    '[4.if-match] with the earlier ETag is refused after %s, for every expectedVersion; with the current one, the other checks follow',
    async (_what, happens) => {
      const id = await created();
      const before = await tagOf(id);
      await happens(id);
      for (const version of [1, 2, 9]) {
        expectRefusal(await send(id, version, before), 412, 'precondition_failed');
      }
      expectRefusal(await send(id, 9, await tagOf(id)), 409, 'version_conflict');
    },
  );

  it('[4.if-match] is not part of the payload: a repetition replays with any If-Match', async () => {
    const id = await created();
    const tag = await tagOf(id);
    const key = randomUUID();
    const first = await send(id, 1, tag, key);
    expect(first.status).toBeLessThan(300);
    for (const again of [tag, '"another"', '*']) {
      const answer = await send(id, 1, again, key);
      expect([answer.status, answer.text]).toEqual([first.status, first.text]);
      expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
    }
  });

  it('[5.order-if-match] is checked after 404 for the publication', async () => {
    expectRefusal(await send(randomUUID(), 1, '*'), 404, 'not_found');
    expectRefusal(await send(randomUUID(), 1, '"another"'), 404, 'not_found');
  });
});

it('[5.order-if-match] If-Match is checked after the immutable fields', async () => {
  const headers = { 'If-Match': '"another"' };
  const id = await created();
  const moved = await api.update(id, { expectedVersion: 1, slug: 'other' }, { headers });
  expectRefusal(moved, 422, 'immutable_field');
  expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }), 200);
});

it.each([
  [
    'withdraws the document again',
    async (id: string) => {
      const withdraw = () =>
        operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
      await api.publish(id, { expectedVersion: 1 });
      await withdraw();
      return withdraw;
    },
  ],
  [
    'sends the revision back',
    async (id: string) => {
      const person = await newPerson(desk, desk.accountId, 'Ada');
      const path = `/desk/${id}/send-back`;
      const form = { ...(await person.form(`/desk/${id}`, path)), note: 'Not yet.' };
      return () => person.post(path, form);
    },
  ],
])(
  '[4.if-match] [3.withdrawn-told] is compared again by a publish that waits while somebody %s',
  async (_, prepared) => {
    const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
    const decide = await prepared(id);
    const headers = { 'If-Match': await tagOf(id) };
    const key = randomUUID();
    const { answer } = await whileLocked(databaseUrl, lockOfKey(desk.accountId, key), async () => {
      const sent = api.publish(id, { expectedVersion: 1 }, { key, headers });
      await lockAwaited(databaseUrl);
      await decide();
      return { answer: sent };
    });
    expectRefusal(await answer, 412, 'precondition_failed');
    expect((await api.read(id)).body.state).not.toBe('publishing');
  },
);
