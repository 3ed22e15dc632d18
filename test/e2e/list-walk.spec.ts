import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../setup/client.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectRefusal } from '../setup/refusal.js';
import { everyPage } from './every-page.js';

const EXISTING = 60;

let desk: SharedDesk;
let api: Client;
let foreign: Client;
let existing: string[];

beforeAll(async () => {
  desk = await sharedDesk();
  api = desk.api;
  foreign = (await desk.caller()).api;
  const created = await Promise.all(
    Array.from({ length: EXISTING }, (_, index) =>
      api.create(newDocument({ locale: index % 2 ? 'en' : 'ko' })),
    ),
  );
  existing = created.map(({ body }) => body.id);
  await foreign.create(newDocument());
});

/** Creates, updates and publishes documents until `stop` is called. `stop` returns the number of writes. */
function writers(): { stop: () => Promise<number> } {
  const stop = new AbortController();
  let written = 0;
  const write = async (): Promise<void> => {
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      const { body } = await api.create(newDocument({ locale: turn % 2 ? 'en' : 'ko' }));
      const old = existing[Math.floor(Math.random() * EXISTING)]!;
      const { version } = (await api.read(old)).body;
      const expected = { expectedVersion: version };
      await Promise.all([
        api.update(body.id, { expectedVersion: 1, title: 'Written' }),
        turn % 3
          ? api.update(old, { ...expected, title: `Turn ${turn}` })
          : api.publish(old, expected),
      ]);
      written += 3;
    }
  };
  const running = Promise.all([write(), write(), write()]);
  return {
    stop: async () => {
      stop.abort();
      await running;
      return written;
    },
  };
}

describe('walking the list during writes', () => {
  it.each([
    ['?sort=createdAt&limit=7', () => existing],
    ['?sort=-createdAt&limit=7', () => existing],
    ['?limit=1', () => existing],
    ['?sort=createdAt&limit=5&locale=ko', () => existing.filter((_, index) => index % 2 === 0)],
  ])(
    '[4.list-walk] finds every document that existed during the whole walk exactly once: %s',
    async (query, wanted) => {
      const writing = writers();
      const seen = (await everyPage(api, query)).map(({ id }) => id);
      expect(await writing.stop()).toBeGreaterThan(0);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => existing.includes(id)).toSorted()).toEqual(wanted().toSorted());
    },
  );
});

async function cursorOf(query: string): Promise<string> {
  return (await api.list(query)).body.nextCursor!;
}

describe('a cursor', () => {
  it('can be used with another page size', async () => {
    const cursor = await cursorOf('?locale=ko&limit=3&sort=createdAt');
    const { body } = await api.list(`?locale=ko&limit=5&sort=createdAt&cursor=${cursor}`);
    const whole = await api.list('?locale=ko&limit=8&sort=createdAt');
    expect(body.items.map(({ id }) => id)).toEqual(whole.body.items.slice(3).map(({ id }) => id));
  });

  it.each([
    ['another sort direction', '?limit=2', '?sort=createdAt'],
    ['another sort column', '?limit=2', '?sort=-updatedAt'],
    ['an added filter', '?limit=2', '?locale=ko'],
    ['a removed filter', '?limit=2&locale=ko', '?'],
    ['another value of the filter', '?limit=2&locale=ko', '?locale=en'],
    ['another filter', '?limit=2&state=draft', '?indexStatus=not_published'],
  ])('[4.cursor-invalid] is refused in a request with %s', async (_what, made, used) => {
    const cursor = await cursorOf(made);
    expectRefusal(await api.list(`${used}&cursor=${cursor}`), 400, 'invalid_cursor');
  });

  it('[4.cursor-invalid] of another account is refused', async () => {
    expectRefusal(
      await foreign.list(`?cursor=${await cursorOf('?limit=2')}`),
      400,
      'invalid_cursor',
    );
  });

  it.each([
    ['nothing', () => ''],
    ['an id', () => existing[0]!],
    ['JSON in base64 with a signature', () => 'e30.AAAAAAAAAAAA'],
    ['an emoji', () => '🖋'],
  ])('[4.cursor-invalid] is refused if the service did not make it: %s', async (_what, text) => {
    const answer = await api.list(`?cursor=${encodeURIComponent(text())}`);
    expectRefusal(answer, 400, 'invalid_cursor');
  });
});
