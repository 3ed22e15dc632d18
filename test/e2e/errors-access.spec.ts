import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { operator } from '../setup/operator.js';
import { expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();

describe('401 unauthorized', () => {
  const unknown = async (): Promise<string> => {
    const { key } = await desk.caller();
    await sql(desk.databaseUrl, 'DELETE FROM publisher_key WHERE id = $1', [key.split('_')[1]]);
    return key;
  };
  const revoked = async (): Promise<string> => {
    const { key } = await desk.caller();
    await operator(desk.databaseUrl, 'keys', 'revoke', key.split('_')[1]!);
    return key;
  };
  const changed = async (change: string): Promise<string> => {
    const { key } = await desk.caller();
    const text = `UPDATE publisher_key SET ${change} WHERE id = $1`;
    await sql(desk.databaseUrl, text, [key.split('_')[1]]);
    return key;
  };
  const expired = () => changed(`expires_at = now() - interval '1 second'`);
  const withAnotherHash = () => changed(`secret_hash = sha256('another')`);
  const [, keyId, secret] = desk.key.split('_');

  const credentials: [what: string, authorization: () => string | Promise<string>][] = [
    ['no key', () => ''],
    ['a scheme alone', () => 'Bearer'],
    ['another scheme', () => `Basic ${desk.key}`],
    ['a key without its scheme', () => desk.key],
    ['no space after the scheme', () => `Bearer${desk.key}`],
    ['a tab after the scheme', () => `Bearer\t${desk.key}`],
    ['two keys', () => `Bearer ${desk.key} ${desk.key}`],
    ['a malformed key', () => 'Bearer key'],
    [
      'a mistyped key',
      () => `Bearer imp_${keyId}_${secret![0] === 'a' ? 'b' : 'a'}${secret!.slice(1)}`,
    ],
    ['a truncated key', () => `Bearer ${desk.key.slice(0, -1)}`],
    ['an unknown key', async () => `Bearer ${await unknown()}`],
    ['a revoked key', async () => `Bearer ${await revoked()}`],
    ['an expired key', async () => `Bearer ${await expired()}`],
    ['a key with the id of another key', async () => `Bearer ${await withAnotherHash()}`],
  ];

  it.each(credentials)(
    '[6.unauthorized] [6.unauthorized-header] is the same answer to %s as to a missing key',
    async (_what, authorization) => {
      const none = await client(desk.url).usage();
      const headers = { Authorization: await authorization() };
      const invalid = /^Bearer(?:\s|$)/.test(headers.Authorization)
        ? ', error="invalid_token"'
        : '';
      const answer = await client(desk.url).request('GET', '/api/v1/account/usage', { headers });
      expectRefusal(answer, 401, 'unauthorized');
      expect(answer.headers.get('WWW-Authenticate')).toBe(`Bearer realm="imprimatur"${invalid}`);
      const { requestId } = answer.body;
      expect(answer.body).toEqual({ ...none.body, requestId });
    },
  );

  it.each(['bearer ', 'BEARER  '])(
    'is not the answer to a valid key after the scheme %j',
    async (scheme) => {
      const headers = { Authorization: scheme + desk.key };
      const { status } = await client(desk.url).request('GET', '/api/v1/account/usage', {
        headers,
      });
      expect(status).toBe(200);
    },
  );
});

describe('403 account_suspended', () => {
  it('[6.account-suspended] [10.accounts-suspend] is the answer to every key of a suspended account, until it is resumed', async () => {
    const one = await desk.caller();
    const second = await desk.caller({ account: one.accountId, scopes: ['read'] });
    await operator(desk.databaseUrl, 'accounts', 'suspend', one.accountId);
    // A suspension takes effect within 1 s (contract 7).
    await sleep(1_000);
    for (const { api } of [one, second]) expectRefusal(await api.list(), 403, 'account_suspended');
    await operator(desk.databaseUrl, 'accounts', 'resume', one.accountId);
    await expect.poll(async () => (await second.api.list()).status).toBe(200);
  });
});
