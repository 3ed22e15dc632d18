import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { generateKey } from '../../src/keys/key-secret.js';
import { KeysService } from '../../src/keys/keys.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';
import { sql } from './sql.js';

describe('the guard before every route', () => {
  let database: FreshDatabase;
  let app: KeysApp;

  beforeAll(async () => {
    database = await freshDatabase();
    app = await KeysApp.start(database.url, { RATE_LIMIT_PER_MINUTE: '100000' });
  });

  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it('gives one answer to no, a malformed, an unknown, a revoked and an expired key [6.unauthorized]', async () => {
    const keys = app.service(KeysService);
    const revoked = await newKey(app);
    await keys.revoke(revoked.id);
    const expired = await newKey(app);
    await sql(database.url, `UPDATE publisher_key SET expires_at = now() WHERE id = $1`, [
      expired.id,
    ]);
    const wrongSecret = await newKey(app);
    await sql(database.url, `UPDATE publisher_key SET secret_hash = sha256($2) WHERE id = $1`, [
      wrongSecret.id,
      'another',
    ]);

    const tried = [
      undefined,
      'nonsense',
      expired.key.slice(0, -1),
      generateKey().key,
      revoked.key,
      expired.key,
      wrongSecret.key,
    ];
    const answers = await Promise.all(
      tried.map(async (key) => refusal(await app.call('GET /reading', key))),
    );
    expect(answers[0]).toMatchObject({
      status: 401,
      problem: { code: 'unauthorized', retryable: false },
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('asks for a Bearer key, and says if the one that was sent is invalid [6.unauthorized-header]', async () => {
    expect(await challenge(app)).toBe('Bearer realm="imprimatur"');
    expect(await challenge(app, 'Basic dXNlcjpwYXNz')).toBe('Bearer realm="imprimatur"');
    expect(await challenge(app, 'Bearer nonsense')).toBe(
      'Bearer realm="imprimatur", error="invalid_token"',
    );
    expect(await challenge(app, `Bearer ${generateKey().key}`)).toBe(
      'Bearer realm="imprimatur", error="invalid_token"',
    );
  });

  it('refuses a mistyped key without a look-up in the database [7.key-mistyped]', async () => {
    const { key } = await newKey(app);
    const mistyped = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    await sql(database.url, 'ALTER TABLE publisher_key RENAME TO out_of_reach');
    try {
      expect((await app.call('GET /reading', generateKey().key)).status).toBe(500);
      expect((await app.call('GET /reading', mistyped)).status).toBe(401);
    } finally {
      await sql(database.url, 'ALTER TABLE out_of_reach RENAME TO publisher_key');
    }
  });

  it('repeats nothing of a key that it refuses [7.key-nowhere]', async () => {
    const { key, secret, keyId } = generateKey();
    const response = await app.call('GET /reading', key);
    const all = JSON.stringify([await response.text(), ...response.headers]);
    for (const part of [key, secret, keyId]) expect(all).not.toContain(part);
  });

  it('tells the handler who is calling, through which channel and in which request', async () => {
    const { key, id, accountId, scopes } = await newKey(app, { scopes: ['read', 'publish'] });
    const headers = { 'X-Request-Id': 'request-1' };
    const response = await app.call('POST /publish', key, { headers });
    expect(await response.json()).toEqual({
      keyId: id,
      accountId,
      accountName: 'Someone',
      scopes,
      channel: 'http',
      client: null,
      requestId: 'request-1',
    });
  });

  it('refuses a key without the scope that the route declares [6.insufficient-scope]', async () => {
    const { key } = await newKey(app, { scopes: ['write', 'read'] });
    const response = await app.call('POST /publish', key);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    expect(await refusal(response)).toMatchObject({
      status: 403,
      problem: {
        code: 'insufficient_scope',
        details: { requiredScope: 'publish', grantedScopes: ['read', 'write'] },
      },
    });
  });

  it('lets a declaration of a method stand above that of its controller', async () => {
    const reader = await newKey(app, { scopes: ['read'] });
    const writer = await newKey(app, { scopes: ['write'] });
    expect((await app.call('GET /reading', reader.key)).status).toBe(200);
    expect((await app.call('GET /reading', writer.key)).status).toBe(403);
    expect((await app.call('POST /reading', reader.key)).status).toBe(403);
    expect((await app.call('POST /reading', writer.key)).status).toBe(201);
  });

  it('refuses every key of a suspended account, whatever its scopes [6.account-suspended]', async () => {
    const { key, accountId } = await newKey(app, { scopes: ['read'] });
    await app.service(AccountsService).suspend(accountId);
    for (const route of ['POST /publish', 'GET /reading']) {
      const answer = await refusal(await app.call(route, key));
      expect(answer).toMatchObject({ status: 403, problem: { code: 'account_suspended' } });
    }
  });

  it('answers 401, not 403, to a revoked key of a suspended account', async () => {
    const { key, id, accountId } = await newKey(app);
    await app.service(AccountsService).suspend(accountId);
    await app.service(KeysService).revoke(id);
    expect((await app.call('GET /reading', key)).status).toBe(401);
  });

  it('lets anybody through to a public route, with a bad key too', async () => {
    expect((await app.call('GET /public')).status).toBe(200);
    expect((await app.call('GET /public', 'nonsense')).status).toBe(200);
  });

  it('keeps a route that declares no access closed, with a key of every scope too', async () => {
    const { key } = await newKey(app);
    expect((await app.call('GET /undeclared')).status).toBe(500);
    expect((await app.call('GET /undeclared', key)).status).toBe(500);
    expect(app.undeclaredCalls).toBe(0);
  });
});

/** Returns the status, and the problem without its request id. */
async function refusal(response: Response) {
  const { requestId: _, ...problem }: Record<string, unknown> = await response.json();
  return { status: response.status, problem };
}

/** Returns the challenge in the 401 for an `Authorization` header. */
async function challenge(app: KeysApp, authorization?: string): Promise<string | null> {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const response = await app.call('GET /reading', undefined, { headers });
  expect(response.status).toBe(401);
  return response.headers.get('www-authenticate');
}
