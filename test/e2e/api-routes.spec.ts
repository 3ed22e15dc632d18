import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';

const SCOPES = ['read', 'write', 'publish'] as const;
const UNKNOWN = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';

const desk = await sharedPair();
/** The same service under another host name, so that the public origin is not the host of the request. */
const localhost = client(desk.url.replace('127.0.0.1', 'localhost'), desk.key);
const only = {} as Record<(typeof SCOPES)[number], Client>;

beforeAll(async () => {
  for (const scope of SCOPES) {
    const { api } = await desk.caller({ account: desk.accountId, scopes: [scope] });
    only[scope] = api;
  }
});

/** Checks that a `Location` begins with the public origin, and returns the path after the origin. */
function pathOf(location: string | null): string {
  expect(location).toMatch(new RegExp(`^${desk.url}/`));
  return location!.slice(desk.url.length);
}

describe('the routes of the API', () => {
  it('[4.create] [4.location] answer a create with 201, the publication, and its address in Location', async () => {
    const document = newDocument({ title: 'Created' });
    const { status, headers, body } = await localhost.create(document);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...document, version: 1, state: 'draft' });
    const path = pathOf(headers.get('Location'));
    expect(path).toBe(`/api/v1/publications/${body.id}`);
    expect((await only.read.request('GET', path)).body).toEqual(body);
  });

  it('[4.get] [2.answer-bare] answer a read with 200, the publication and an ETag', async () => {
    const { body: created } = await desk.api.create(newDocument());
    const { status, body, headers } = await only.read.read(created.id);
    expect(status).toBe(200);
    expect(body).toEqual(created);
    expect(headers.get('ETag')).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  it('[4.update] answer an update with 200 and the updated publication', async () => {
    const { body: created } = await desk.api.create(newDocument());
    const change = { expectedVersion: 1, title: 'Changed' };
    const { status, body } = await desk.api.update(created.id, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: created.id,
      slug: created.slug,
      title: 'Changed',
      version: 2,
    });
    expect((await only.read.read(created.id)).body).toEqual(body);
  });

  it('[4.publish] [4.location] answer a publish with 202, the publication, and its address in Location', async () => {
    const { body: created } = await only.write.create(newDocument());
    const { status, headers, body } = await localhost.publish(created.id, { expectedVersion: 1 });
    expect(status).toBe(202);
    expect(body).toMatchObject({ id: created.id, version: 1, state: 'publishing' });
    const path = pathOf(headers.get('Location'));
    expect((await only.read.request('GET', path)).body).toEqual(body);
  });

  it('[4.short-answer] tell a key without read nothing that it did not send', async () => {
    const SECRET = 'not for this key';
    const secret = { title: SECRET, content: SECRET, description: SECRET, tags: [SECRET] };
    const { body: other } = await desk.api.create(newDocument(secret));
    const SHORT =
      'id version publishedVersion state indexStatus url contentLength changedFields'.split(' ');
    const created = await only.write.create(newDocument({ title: 'Sent' }));
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toContain(created.body.id);
    const changed = await only.write.update(other.id, { expectedVersion: 1, intent: 'review' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ state: 'review', changedFields: ['intent'] });
    const published = await only.publish.publish(other.id, { expectedVersion: 2 });
    expect(published.status).toBe(202);
    expect(published.body).toMatchObject({ state: 'publishing', changedFields: [] });
    for (const { body, text } of [created, changed, published]) {
      expect(Object.keys(body)).toEqual(SHORT);
      expect(text).not.toContain(SECRET);
    }
  });

  it('[1.account-owns] [4.list] [4.list-envelope] [2.answer-list-item] answer a list with 200 and the items of the account, without content and sources', async () => {
    const { api } = await desk.caller();
    const sources = ['https://example.org/'];
    const { body: created } = await api.create(newDocument({ sources }));
    const { status, body } = await api.list();
    expect(status).toBe(200);
    const { content: _, sources: __, approvals: ___, ...item } = created;
    expect(body).toEqual({ items: [item], nextCursor: null });
  });

  it('[4.usage] [4.usage-members] answer a request for the usage with 200 and the usage of the account', async () => {
    const { api, accountId } = await desk.caller({ plan: 'upgraded' });
    await api.create(newDocument());
    const { status, body } = await api.usage();
    expect(status).toBe(200);
    expect(body).toEqual({
      accountId,
      plan: 'upgraded',
      dailyWriteLimit: 1_000,
      used: 1,
      remaining: 999,
      resetsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      upgradeRequired: false,
    });
  });
});

describe('the scope of a route', () => {
  const calls: [string, (typeof SCOPES)[number], (api: Client) => ReturnType<Client['list']>][] = [
    ['4.usage', 'read', (api) => api.usage()],
    ['4.list', 'read', (api) => api.list()],
    ['4.get', 'read', (api) => api.read(UNKNOWN)],
    ['4.create', 'write', (api) => api.create(newDocument())],
    ['4.update', 'write', (api) => api.update(UNKNOWN, { expectedVersion: 1, title: 'B' })],
    ['4.publish', 'publish', (api) => api.publish(UNKNOWN, { expectedVersion: 1 })],
  ];

  it.each(calls)(
    '[1.key-own-scopes] [4.scopes-separate] [6.insufficient-scope] is the only scope with which the route can be called: %s, %s',
    async (_id, scope, call) => {
      expect((await call(only[scope])).status).not.toBe(403);
      for (const other of SCOPES.filter((name) => name !== scope)) {
        const { status, body, headers } = await call(only[other]);
        expect([status, body.code]).toEqual([403, 'insufficient_scope']);
        expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"');
        expect(body.details).toEqual({ requiredScope: scope, grantedScopes: [other] });
      }
    },
  );

  it('[6.insufficient-scope] is named in the refusal, together with the scopes of the key in a fixed order', async () => {
    const { api } = await desk.caller({ account: desk.accountId, scopes: ['publish', 'read'] });
    const { details } = (await api.create(newDocument())).body;
    expect(details).toEqual({ requiredScope: 'write', grantedScopes: ['read', 'publish'] });
  });
});

describe('the API', () => {
  const path = '/api/v1/publications';
  const write = (body: Uint8Array, type = 'application/json'): ReturnType<Client['request']> =>
    desk.api.request('POST', path, {
      body,
      headers: { 'Idempotency-Key': randomUUID(), 'Content-Type': type },
    });

  it('[4.base] uses JSON in UTF-8, in requests and in answers', async () => {
    const document = newDocument({ title: 'Ünïcödé 문서 🖋', content: '# हिन्दी' });
    const created = await write(new TextEncoder().encode(JSON.stringify(document)));
    expect(created.status).toBe(201);
    expect(created.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const read = await desk.api.read(created.body.id);
    expect(read.body).toMatchObject(document);
    expect(read.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });
});
