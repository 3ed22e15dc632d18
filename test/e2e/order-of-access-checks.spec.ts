import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectRefusal } from '../setup/refusal.js';

// These tests cover the first half of "Order of checks" (contract 5). A request with two faults gets the problem of the
// earlier check.

const LIMIT = 5;
const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
const { url, databaseUrl } = desk;
afterAll(() => desk.close());

const PUBLICATIONS = '/api/v1/publications';
const TOO_LARGE = ' '.repeat(3 * 1024 * 1024 + 1);

const BODIES: [what: string, send: (api: Client) => Promise<Answer>][] = [
  ['415', (api) => api.create('{}', { headers: { 'Content-Type': 'text/plain' } })],
  ['413', (api) => api.create(TOO_LARGE)],
  ['400 for malformed JSON', (api) => api.create('{')],
  ['400 for a body that is not an object', (api) => api.create('[]')],
  ['400 for the idempotency key', (api) => api.create(newDocument(), { key: null })],
  ['422', (api) => api.create({})],
];

describe('404 for the route and 405', () => {
  it.each([
    ['GET', '/api/v1/nothing', 404, 'not_found'],
    ['POST', '/api/v1/publications/x/y/z', 404, 'not_found'],
    ['DELETE', PUBLICATIONS, 405, 'method_not_allowed'],
    ['PUT', `${PUBLICATIONS}/x`, 405, 'method_not_allowed'],
  ])('[5.order-route-first] come before 401: %s %s', async (method, path, status, code) => {
    expectRefusal(await client(url).request(method, path), status, code);
    expectRefusal(await client(url, 'no key').request(method, path), status, code);
  });

  it('[5.order-route-first] come before 401 for HEAD on a route that only has POST', async () => {
    const { status, headers } = await client(url).request('HEAD', `${PUBLICATIONS}/x/publish`);
    expect({ status, allow: headers.get('Allow') }).toEqual({ status: 405, allow: 'POST' });
  });

  it('[5.order-route-first] come before the faults of the body', async () => {
    const sent = { body: '{', headers: { 'Content-Type': 'text/plain' } };
    const answer = await client(url).request('POST', '/api/v1/nothing', sent);
    expectRefusal(answer, 404, 'not_found');
  });
});

describe('401', () => {
  it.each(BODIES)('[5.order-scope-before-body] comes before %s', async (_what, send) => {
    expectRefusal(await send(client(url)), 401, 'unauthorized');
  });

  it('comes before `403 account_suspended`', async () => {
    const { api, accountId, key } = await desk.caller();
    await operator(databaseUrl, 'keys', 'revoke', key.split('_')[1]!);
    await operator(databaseUrl, 'accounts', 'suspend', accountId);
    expectRefusal(await api.list(), 401, 'unauthorized');
  });
});

describe('403 account_suspended', () => {
  it('[5.order-suspended-before-rate] comes before `429 rate_limited`', async () => {
    const { api, accountId } = await desk.caller();
    await operator(databaseUrl, 'accounts', 'suspend', accountId);
    for (let requests = 0; requests < LIMIT + 2; requests += 1) {
      expectRefusal(await api.list(), 403, 'account_suspended');
    }
  });

  it('comes before `403 insufficient_scope`', async () => {
    const { api, accountId } = await desk.caller({ scopes: ['read'] });
    await operator(databaseUrl, 'accounts', 'suspend', accountId);
    expectRefusal(await api.create(newDocument()), 403, 'account_suspended');
  });
});

describe('429 rate_limited', () => {
  it('[5.order-rate-before-scope] comes before `403 insufficient_scope`', async () => {
    const { api } = await desk.caller({ scopes: ['read'] });
    for (let requests = 0; requests < LIMIT; requests += 1) {
      expectRefusal(await api.create(newDocument()), 403, 'insufficient_scope');
    }
    expectRefusal(await api.create(newDocument()), 429, 'rate_limited');
  });

  it('comes before the faults of the body', async () => {
    const { api } = await desk.caller();
    for (let requests = 0; requests < LIMIT; requests += 1) await api.usage();
    for (const [, send] of BODIES) expectRefusal(await send(api), 429, 'rate_limited');
  });
});

describe('403 insufficient_scope', () => {
  it.each(BODIES)('[5.order-scope-before-body] comes before %s', async (_what, send) => {
    const { api } = await desk.caller({ scopes: ['read', 'publish'] });
    expectRefusal(await send(api), 403, 'insufficient_scope');
  });

  it('comes before 404 for the publication', async () => {
    const { api } = await desk.caller({ scopes: ['read'] });
    expectRefusal(await api.publish('x', { expectedVersion: 1 }), 403, 'insufficient_scope');
  });
});
