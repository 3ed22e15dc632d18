import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApproversService } from '../../src/keys/approvers.service.js';
import { generateKey } from '../../src/keys/key-secret.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';
import { sql } from '../setup/sql.js';

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

  it('refuses a mistyped key without a look-up in the database [7.key-mistyped]', async () => {
    const { key } = await newKey(app);
    const mistyped = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    await sql(database.url, 'ALTER TABLE publisher_key RENAME TO out_of_reach');
    try {
      expect((await app.call('GET /reading', generateKey('program').key)).status).toBe(500);
      expect((await app.call('GET /reading', mistyped)).status).toBe(401);
    } finally {
      await sql(database.url, 'ALTER TABLE out_of_reach RENAME TO publisher_key');
    }
  });

  it('refuses the sign-in key of a person with 403, and says that it opens the desk only [7.person-desk-only]', async () => {
    const { accountId } = await newKey(app);
    const approvers = app.service(ApproversService);
    const { id, key } = await approvers.add(accountId, 'Ada Example');
    const refused = await app.call('GET /reading', key);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    const text = await refused.text();
    expect(JSON.parse(text)).toMatchObject({
      code: 'insufficient_scope',
      detail:
        'This is the sign-in key of a person. The key can only be used to sign in at the desk.',
    });
    for (const part of [key, id]) expect(text).not.toContain(part);
    await approvers.revoke(id);
    expect((await app.call('GET /reading', key)).status).toBe(401);
    expect((await app.call('GET /reading', generateKey('person').key)).status).toBe(401);
  });

  it('allows every request to a public route, even with an invalid key', async () => {
    expect((await app.call('GET /public')).status).toBe(200);
    expect((await app.call('GET /public', 'nonsense')).status).toBe(200);
  });

  it('answers 500 on a route that declares no access, even for a key with every scope', async () => {
    const { key } = await newKey(app);
    expect((await app.call('GET /undeclared')).status).toBe(500);
    expect((await app.call('GET /undeclared', key)).status).toBe(500);
    expect(app.undeclaredCalls).toBe(0);
  });
});
