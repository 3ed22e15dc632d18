import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';

const desk = await sharedPair();
const { api } = await desk.caller();
await Promise.all([1, 2, 3, 4, 5].map(() => api.create(newDocument({ tags: ['a b&c'] }))));

/** Returns the address of the next page from the `Link` header. */
const nextIn = (headers: Headers): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];

describe('the Link of a list', () => {
  it('[4.list-link] has the address of the next page, with the cursor and all parameters of the request', async () => {
    let address: string | undefined =
      `${desk.url}/api/v1/publications?limit=2&tag=a+b%26c&sort=createdAt`;
    const sizes: number[] = [];
    while (address !== undefined) {
      expect(address.startsWith(`${desk.url}/api/v1/publications?`)).toBe(true);
      const { status, headers, body } = await api.request('GET', address.slice(desk.url.length));
      expect(status).toBe(200);
      sizes.push(body.items.length);
      address = nextIn(headers);
      expect(address && new URL(address).searchParams.get('cursor')).toBe(
        body.nextCursor ?? undefined,
      );
    }
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('[4.list-link] is absent on the last page and in a refusal', async () => {
    expect((await api.list('?limit=5')).headers.get('Link')).toBeNull();
    expect((await api.list('?cursor=x')).headers.get('Link')).toBeNull();
  });
});
