import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { parseKey } from '../../src/keys/key-secret.js';
import { keyEnded } from '../../src/keys/keys.errors.js';
import { KeysService } from '../../src/keys/keys.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { sql } from '../setup/sql.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';

interface ActionRow {
  action: string;
  operator: string;
  account_id: string;
  details: Record<string, unknown>;
}

describe('keys', () => {
  let database: FreshDatabase;
  let app: KeysApp;
  let keys: KeysService;

  beforeAll(async () => {
    database = await freshDatabase();
    app = await KeysApp.start(database.url);
    keys = app.service(KeysService);
  });

  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  const actionsOn = (keyId: string) =>
    sql<ActionRow>(
      database.url,
      `SELECT * FROM operator_action WHERE details->>'keyId' = $1 ORDER BY created_at, id`,
      [keyId],
    );
  const status = async (key: string) => (await app.call('GET /reading', key)).status;

  it('are stored with only the SHA-256 of their secret [7.key-hashed]', async () => {
    const { key, id } = await newKey(app);
    const { secret } = parseKey(key)!;
    const [row] = await sql(database.url, 'SELECT * FROM publisher_key WHERE id = $1', [id]);
    expect(row!.secret_hash).toEqual(createHash('sha256').update(secret).digest());
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await actionsOn(id))).not.toContain(secret);
  });

  it('are not rotated again during the grace period of a rotation', async () => {
    const old = await newKey(app);
    const next = await keys.rotate(old.id, 60);
    await expect(keys.rotate(old.id, 0)).rejects.toThrow(`It was replaced by the key ${next.id}`);
    expect(await status(old.key)).toBe(200);
    expect(await keys.list(old.accountId)).toHaveLength(2);
    expect((await keys.rotate(next.id, 0)).expiresAt).toBeNull();
  });

  it('keep their expiry if the grace period of a rotation ends later', async () => {
    const old = await newKey(app, { expiresIn: 1_000 });
    await keys.rotate(old.id, 2_000);
    const listed = await keys.list(old.accountId);
    expect(listed.find(({ id }) => id === old.id)!.expiresAt).toEqual(old.expiresAt);
  });

  it('have one successor even if three rotations run concurrently', async () => {
    const old = await newKey(app);
    const lock = `SELECT 1 FROM publisher_key WHERE id = '${old.id}' FOR UPDATE`;
    const { rotating } = await whileLocked(database.url, lock, async () => {
      const three = Promise.allSettled([1, 2, 3].map(() => keys.rotate(old.id, 0)));
      await lockAwaited(database.url, 3);
      return { rotating: three };
    });
    const rotations = await rotating;
    const [refused, ...others] = rotations.filter((rotation) => rotation.status === 'rejected');
    expect(others).toHaveLength(1);
    expect(refused!.reason).toEqual(keyEnded(old.id));
    expect(await keys.list(old.accountId)).toHaveLength(2);
    expect(await actionsOn(old.id)).toHaveLength(2);
  });

  it('that are revoked cannot be rotated, and keep the time of the first revocation', async () => {
    const { id } = await newKey(app);
    const { revokedAt } = await keys.revoke(id);
    expect(revokedAt).toBeInstanceOf(Date);
    expect((await keys.revoke(id)).revokedAt).toEqual(revokedAt);
    await expect(keys.rotate(id, 0)).rejects.toThrow(keyEnded(id));
  });

  it('leave an audit row for each accepted action, and none for a refused one', async () => {
    const { id, accountId } = await newKey(app, { scopes: ['read'] });
    const next = await keys.rotate(id, 3_600);
    await keys.revoke(id);
    await keys.rotate(id, 0).catch(() => undefined);
    const actions = await actionsOn(id);
    expect(actions.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['keys issue', accountId],
      ['keys rotate', accountId],
      ['keys revoke', accountId],
    ]);
    expect(actions[0]!.details).toMatchObject({ name: 'test', scopes: ['read'] });
    expect(actions[1]!.details).toMatchObject({ newKeyId: next.id, graceSeconds: 3_600 });
    expect(new Set(actions.map(({ operator }) => operator)).size).toBe(1);
    expect(actions[0]!.operator).not.toBe('');
  });

  it('change only together with their audit row', async () => {
    const { id, key } = await newKey(app);
    await sql(database.url, 'ALTER TABLE operator_action RENAME TO out_of_reach');
    try {
      await expect(keys.revoke(id)).rejects.toThrow();
      await expect(app.service(AccountsService).create('Nobody', 'free')).rejects.toThrow();
    } finally {
      await sql(database.url, 'ALTER TABLE out_of_reach RENAME TO operator_action');
    }
    expect(await status(key)).toBe(200);
    const accounts = await app.service(AccountsService).list();
    expect(accounts.filter(({ name }) => name === 'Nobody')).toEqual([]);
  });
});
