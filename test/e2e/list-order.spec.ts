import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { sql } from '../setup/sql.js';
import { everyPage } from './every-page.js';

/** For each document, the minutes of its creation and of its last write. The ids ascend in the order of the rows. */
const TIMES = [
  [1, 9],
  [2, 5],
  [2, 5],
  [2, 5],
  [3, 8],
  [3, 7],
] as const;
const TAG = 'a b&c';
const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;

/** Returns the address of the next page from the `Link` header. */
const nextIn = (headers: Headers): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];

let desk: SharedPair;
let api: Client;
let other: Client;
let ids: string[];

beforeAll(async () => {
  desk = await sharedPair();
  [{ api }, { api: other }] = await Promise.all([
    desk.caller({ limit: 1_000 }),
    desk.caller({ limit: 1_000 }),
  ]);
  ids = [];
  for (const [created, updated] of TIMES) {
    const { body } = await api.create(newDocument());
    ids.push(body.id);
    const text = `UPDATE publication SET created_at = $2, updated_at = $3 WHERE id = $1`;
    await sql(desk.databaseUrl, text, [body.id, minute(created), minute(updated)]);
  }
  await Promise.all(Array.from({ length: 25 }, () => other.create(newDocument({ tags: [TAG] }))));
});

const minute = (number: number): string => `2026-01-01T00:0${number}:00.000Z`;

/** Returns the ids in the expected order: by time in `TIMES`, then by id. */
function ordered(sort: (typeof SORTS)[number]): string[] {
  const column = sort.endsWith('createdAt') ? 0 : 1;
  const ascending = TIMES.map((times, index) => `${times[column]} ${ids[index]}`).toSorted();
  const inOrder = sort.startsWith('-') ? ascending.toReversed() : ascending;
  return inOrder.map((entry) => entry.slice(2));
}

describe('the order of the list', () => {
  it.each(SORTS)(
    '[4.list-sort] [4.list-order-total] is by %s, then by id, whatever the page size is',
    async (sort) => {
      for (const limit of [1, 2, 3, 5, 20]) {
        const items = await everyPage(api, `?sort=${sort}&limit=${limit}`);
        expect(items.map(({ id }) => id)).toEqual(ordered(sort));
      }
    },
  );
});

describe('the size of a page', () => {
  it.each([
    ['', 20],
    ['?limit=1', 1],
    ['?limit=20', 20],
    ['?limit=100', 25],
  ])('[4.list-limit] is set by limit: with 25 documents, %j gives %i', async (query, size) => {
    const { status, body } = await other.list(query);
    expect([status, body.items.length]).toEqual([200, size]);
    expect(body.nextCursor === null).toBe(size === 25);
  });

  it('[4.list-envelope] that equals the number of documents gives no next cursor', async () => {
    const { body } = await other.list('?limit=25');
    expect([body.items.length, body.nextCursor]).toEqual([25, null]);
    expect(Object.keys(body)).toEqual(['items', 'nextCursor']);
  });

  it('[4.list-envelope] is 0 for an empty list', async () => {
    expect((await api.list('?tag=nowhere&count=true')).body).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
  });
});

describe('the Link of a list', () => {
  it('[4.list-link] has the address of the next page, with the cursor and all parameters of the request', async () => {
    let address: string | undefined =
      `${desk.url}/api/v1/publications?limit=10&tag=a+b%26c&sort=createdAt`;
    const sizes: number[] = [];
    while (address !== undefined) {
      expect(address.startsWith(`${desk.url}/api/v1/publications?`)).toBe(true);
      const { status, headers, body } = await other.request('GET', address.slice(desk.url.length));
      expect(status).toBe(200);
      sizes.push(body.items.length);
      address = nextIn(headers);
      expect(address && new URL(address).searchParams.get('cursor')).toBe(
        body.nextCursor ?? undefined,
      );
    }
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('[4.list-link] is absent on the last page and in a refusal', async () => {
    expect((await other.list('?limit=25')).headers.get('Link')).toBeNull();
    expect((await other.list('?cursor=x')).headers.get('Link')).toBeNull();
  });
});
