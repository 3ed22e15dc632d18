import { afterAll, describe, expect, it } from 'vitest';
import { generateKey } from '../../src/keys/key-secret.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { openDesk, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectRefusal } from '../setup/refusal.js';
import { request, rpc } from '../setup/rpc.js';
import { sql } from '../setup/sql.js';

// These tests cover the first half of "Order of checks" (contract 5). A request with two faults gets the problem of the
// earlier check.

const LIMIT = 5;
const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' });
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
});

describe('429 rate_limited', () => {
  it('[5.order-rate-before-scope] comes before `403 insufficient_scope`', async () => {
    const { api } = await desk.caller({ scopes: ['read'] });
    for (let requests = 0; requests < LIMIT; requests += 1) {
      expectRefusal(await api.create(newDocument()), 403, 'insufficient_scope');
    }
    expectRefusal(await api.create(newDocument()), 429, 'rate_limited');
  });
});

describe('403 insufficient_scope', () => {
  it.each(BODIES)('[5.order-scope-before-body] comes before %s', async (_what, send) => {
    const { api } = await desk.caller({ scopes: ['read', 'publish'] });
    expectRefusal(await send(api), 403, 'insufficient_scope');
  });
});

/** Sends this many requests one after the other, and returns the statuses. */
async function statuses(count: number, call: () => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < count; sent += 1) seen.push((await call()).status);
  return seen;
}

const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

/** A request with this key from this address, as a proxy states it. */
const from = (address: string, key?: string) => () =>
  client(url, key).request('GET', PUBLICATIONS, { headers: { 'X-Forwarded-For': address } });

describe('the burst limits', () => {
  it('[7.burst-limit] [6.rate-limited] [4.ratelimit-burst] refuse the requests of a key beyond its limit, but not those of a second key, and say how long to wait', async () => {
    const [busy, calm] = [await desk.caller(), await desk.caller()];
    expect(await statuses(7, () => busy.api.usage())).toEqual([...times(5, 200), 429, 429]);
    expect((await calm.api.usage()).status).toBe(200);
    const { headers, body } = await busy.api.usage();
    const seconds = Number(headers.get('Retry-After'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers.get('RateLimit-Policy')).toBe('"burst";q=5;w=60');
    expect(headers.get('RateLimit')).toBe(`"burst";r=0;t=${seconds}`);
    expect(body).toMatchObject({ code: 'rate_limited', retryable: true });
  });

  it('[8.rate-limited] count each message of an MCP batch, and refuse it with HTTP 429', async () => {
    const { key } = await desk.caller();
    const batch = [1, 2, 3, 4, 5, 6].map((id) => request('ping', {}, id));
    const { status, headers, text } = await rpc(url, key, batch);
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(text).toContain('rate_limited');
  });

  it('[7.failures-limited] [7.failures-valid-passes] [11.trust-proxy] answer 401 to 60 failures a minute from one address and 429 to further ones, and never refuse a valid key for them', async () => {
    const failures = await statuses(62, from('192.0.2.1', 'nonsense'));
    expect(failures).toEqual([...times(60, 401), 429, 429]);
    const refused = await from('192.0.2.1')();
    expectRefusal(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect((await from('192.0.2.2', 'nonsense')()).status).toBe(401);
    const { key } = await desk.caller();
    expect((await from('192.0.2.1', key)()).status).toBe(200);
  });

  it('[7.limits-off] are both off with RATE_LIMIT_PER_MINUTE=0', async () => {
    const off = await sharedDesk();
    expect(await statuses(70, () => client(off.url, 'nonsense').list())).toEqual(times(70, 401));
    expect(await statuses(70, () => off.api.list())).toEqual(times(70, 200));
  });
});

describe('the guard before every route', () => {
  it('[7.key-mistyped] refuses a mistyped key without a look-up in the database', async () => {
    const { key } = await desk.caller();
    const mistyped = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    await sql(databaseUrl, 'ALTER TABLE publisher_key RENAME TO out_of_reach');
    try {
      expect((await client(url, generateKey('program').key).list()).status).toBe(500);
      expect((await client(url, mistyped).list()).status).toBe(401);
    } finally {
      await sql(databaseUrl, 'ALTER TABLE out_of_reach RENAME TO publisher_key');
    }
  });

  it('[7.person-desk-only] refuses the sign-in key of a person with 403, and says that it opens the desk only', async () => {
    const words = ['approvers', 'add', '--account', desk.accountId, '--name', 'Ada Example'];
    const { id, key } = await operator<{ id: string; key: string }>(databaseUrl, ...words);
    const refused = await client(url, key).list();
    expectRefusal(refused, 403, 'insufficient_scope');
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"');
    expect(refused.body.detail).toBe(
      'This is the sign-in key of a person. The key can only be used to sign in at the desk.',
    );
    for (const part of [key, id]) expect(refused.text).not.toContain(part);
    await operator(databaseUrl, 'approvers', 'revoke', id);
    expect((await client(url, key).list()).status).toBe(401);
    expect((await client(url, generateKey('person').key).list()).status).toBe(401);
  });

  it('allows every request to a public route, even with an invalid key', async () => {
    expect((await client(url, 'nonsense').request('GET', '/openapi.json')).status).toBe(200);
  });
});
