import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const PUBLICATIONS = '/api/v1/publications';
const WRITE = { expectedVersion: 1, title: 'B' };

const refusals = async (id: string): Promise<Answer[]> => [
  await api.read(id),
  await api.update(id, WRITE),
  await api.publish(id, { expectedVersion: 1 }),
];

/** Returns the refusals for an id, without their request ids. */
const told = async (id: string): Promise<object[]> => {
  const all: object[] = [];
  for (const { headers, body, status } of await refusals(id)) {
    const { requestId: _, ...constant } = body;
    all.push({ ...constant, status, contentType: headers.get('Content-Type') });
  }
  return all;
};

describe('an id', () => {
  let foreign: string;
  beforeAll(async () => {
    foreign = (await (await desk.caller()).api.create(newDocument())).body.id;
  });

  it("[6.not-found-one-answer] of another account's document gets the same 404 as an unknown id", async () => {
    for (const answer of await refusals(foreign)) expectRefusal(answer, 404, 'not_found');
    expect(await told(foreign)).toEqual(await told(randomUUID()));
  });

  it.each([
    ['a word', 'x'],
    ['a UUID with a letter after it', `${randomUUID()}a`],
    ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
    ['a UUID in braces', `%7B${randomUUID()}%7D`],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['thirty-six hyphens', '-'.repeat(36)],
    ['a NUL', '%00'],
    ['a quotation mark', "'%20OR%20true"],
    ['a slash', 'a%2Fb'],
    ['another script', '%EB%AC%B8'],
    ['2,000 characters', 'a'.repeat(2_000)],
  ])('[6.not-found-one-answer] gets the same 404 if it is malformed: %s', async (_what, id) => {
    expect(await told(id)).toEqual(await told(foreign));
  });

  it.each(['%', '%ff', '%E0%A4%A', '%ED%A0%80'])(
    '[6.not-found-one-answer] gets the same 404 if it cannot be decoded: %s',
    async (id) => {
      expect(await told(id)).toEqual(await told(foreign));
      const stranger = client(desk.url);
      expectRefusal(await stranger.read(id), 401, 'unauthorized');
      const query = `?view=outline&section=%ff`;
      const asked = await api.request('GET', `${PUBLICATIONS}/${id}${query}`);
      expectRefusal(asked, 404, 'not_found');
    },
  );

  it('[6.not-found-route] that cannot be decoded gets the 404 of an unknown route if the path matches no route', async () => {
    for (const path of ['/api/v1/%ff', `${PUBLICATIONS}/%ff/publish/now`]) {
      const { status, body } = await api.request('GET', path);
      expect([status, body.detail]).toEqual([404, 'There is nothing at this address.']);
    }
  });
});

it('[2.id-case] an id in upper case names the same publication at read, update and publish', async () => {
  const { body } = await api.create(newDocument());
  const id = body.id.toUpperCase();
  expect((await api.read(id)).body).toEqual(body);
  const updated = await api.update(id, WRITE, { key: 'in-capitals' });
  expect(updated.body).toMatchObject({ id: body.id, version: 2 });
  const replayed = await api.update(body.id, WRITE, { key: 'in-capitals' });
  expect(replayed.headers.get('Idempotent-Replayed')).toBe('true');
  expect(replayed.text).toBe(updated.text);
  const waiting = { headers: { Prefer: 'wait=30' } };
  expect((await api.publish(id, { expectedVersion: 2 }, waiting)).body).toMatchObject({
    id: body.id,
    state: 'published',
    indexStatus: 'ready',
  });
});

describe('an unknown route', () => {
  it.each([
    ['GET', '/api/v1'],
    ['GET', '/api/v1/publication'],
    ['GET', '/api/v1/account'],
    ['GET', '/api/v2/publications'],
    ['GET', `${PUBLICATIONS}/${randomUUID()}/revisions`],
    ['POST', `${PUBLICATIONS}/${randomUUID()}/publish/now`],
    ['DELETE', '/api/v1/publication'],
    ['POST', '/api/v1/__proto__'],
  ])('[6.not-found-route] is answered 404: %s %s', async (method, path) => {
    expectRefusal(await api.request(method, path), 404, 'not_found');
  });

  it.each([
    ['/api/v1/publication', 'private, no-cache'],
    ['/mcp/x', 'private, no-cache'],
    ['/docs/x', 'no-store'],
    ['/health/x', 'no-store'],
    ['/en/x/y', 'no-store'],
  ])(
    '[4.cache-control] [9.no-store] has an answer that shared caches must not store: %s',
    async (path, expected) => {
      const answer = await api.request('GET', path, { headers: { Accept: 'text/html' } });
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, expected]);
    },
  );
});

describe('a method that a route does not have', () => {
  it.each([
    ['PUT', PUBLICATIONS, ['GET', 'HEAD', 'POST']],
    ['DELETE', `${PUBLICATIONS}/x`, ['GET', 'HEAD', 'PATCH']],
    ['POST', `${PUBLICATIONS}/x`, ['GET', 'HEAD', 'PATCH']],
    ['GET', `${PUBLICATIONS}/x/publish`, ['POST']],
    ['POST', '/api/v1/account/usage', ['GET', 'HEAD']],
    ['POST', '/.well-known/jwks.json', ['GET', 'HEAD']],
  ])(
    '[6.method-not-allowed] is refused, and Allow names the methods of the route: %s %s',
    async (method, path, allowed) => {
      const answer = await api.request(method, path);
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('Cache-Control')).not.toContain('public');
      const named = answer.headers
        .get('Allow')
        ?.split(', ')
        .filter((name) => name !== 'OPTIONS');
      expect(named?.toSorted()).toEqual(allowed);
    },
  );
});

describe('a query parameter', () => {
  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1e1'],
    ['limit', ' 5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['state', 'Draft'],
    ['state', 'draft,review'],
    ['indexStatus', 'done'],
    ['locale', 'en_US'],
    ['locale', 'api'],
    ['slug', 'Hello'],
    ['slug', '%00'],
    ['tag', ''],
    ['tag', '%00'],
    ['tag', '..'],
    ['tag', 'a'.repeat(51)],
    ['sort', 'title'],
    ['sort', '%2BcreatedAt'],
    ['sort', ''],
    ['sort', 'createdAt,updatedAt'],
    ['offset', '5'],
    ['Limit', '5'],
    ['limit[]', '5'],
    ['__proto__', '5'],
    ['constructor', '5'],
  ])(
    '[6.query-invalid] [4.list-limit] [4.list-sort] is named in the refusal if it is invalid: %s=%s',
    async (name, value) => {
      const answer = await api.list(`?${name}=${value}`);
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.body.details.errors).toEqual([
        { field: name, message: expect.stringMatching(/^\w/) as string },
      ]);
    },
  );

  it.each(['limit', 'cursor', 'state', 'indexStatus', 'locale', 'slug', 'tag', 'sort'])(
    '[6.query-invalid] is refused when it is given twice: %s',
    async (name) => {
      const answer = await api.list(`?${name}=1&${name}=1`);
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.body.details.errors.map(({ field }) => field)).toEqual([name]);
    },
  );

  it.each([
    ['create', 'POST', '', newDocument()],
    ['update', 'PATCH', `/${randomUUID()}`, WRITE],
    ['publish', 'POST', `/${randomUUID()}/publish`, { expectedVersion: 1 }],
  ])(
    '[6.query-invalid] is refused in the request of a write: %s',
    async (_, method, path, body) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const answer = await api.request(method, `${PUBLICATIONS}${path}?dryRun=true`, {
        headers,
        body,
      });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.body.details.errors.map(({ field }) => field)).toEqual(['dryRun']);
    },
  );

  it('[6.query-invalid] that is invalid is reported together with all other invalid parameters', async () => {
    const answer = await api.list('?limit=0&state=x&sort=x&more=1&locale=en');
    expectRefusal(answer, 400, 'invalid_request');
    const named = answer.body.details.errors.map(({ field }) => field);
    expect(named.toSorted()).toEqual(['limit', 'more', 'sort', 'state']);
  });
});
