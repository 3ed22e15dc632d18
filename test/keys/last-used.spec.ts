import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeysService } from '../../src/keys/keys.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { sql } from '../setup/sql.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';

describe('lastUsedAt', () => {
  let database: FreshDatabase;
  let app: KeysApp;

  beforeAll(async () => {
    database = await freshDatabase();
    app = await KeysApp.start(database.url);
  });

  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  const lastUsedAt = async (keyId: string) => {
    const [row] = await sql<{ at: Date | null }>(
      database.url,
      'SELECT last_used_at AS at FROM publisher_key WHERE id = $1',
      [keyId],
    );
    return row!.at;
  };

  it('shows when a key was used, and changes at most once a minute [7.last-used]', async () => {
    const { key, id, accountId } = await newKey(app);
    expect(await lastUsedAt(id)).toBeNull();
    await app.call('GET /reading', key);
    await expect.poll(() => lastUsedAt(id)).not.toBeNull();
    const first = await lastUsedAt(id);
    const [listed] = await app.service(KeysService).list(accountId);
    expect(listed!.lastUsedAt).toEqual(first);

    await app.call('GET /reading', key);
    const other = await KeysApp.start(database.url);
    await other.call('GET /reading', key);
    await other.close();
    await sleep(1_500);
    expect(await lastUsedAt(id)).toEqual(first);

    await sql(
      database.url,
      `UPDATE publisher_key SET last_used_at = now() - interval '61 s' WHERE id = $1`,
      [id],
    );
    const later = await KeysApp.start(database.url);
    await later.call('GET /reading', key);
    await later.close();
    expect((await lastUsedAt(id))!.getTime()).toBeGreaterThan(first!.getTime());
  });

  it('delays no request while the row of the key is locked [7.last-used-off-path]', async () => {
    const { key, id } = await newKey(app);
    const lock = `SELECT 1 FROM publisher_key WHERE id = '${id}' FOR UPDATE`;
    await whileLocked(database.url, lock, async () => {
      expect((await app.call('GET /reading', key)).status).toBe(200);
      await lockAwaited(database.url);
      expect((await app.call('GET /reading', key)).status).toBe(200);
      expect(await lastUsedAt(id)).toBeNull();
    });
    await expect.poll(() => lastUsedAt(id)).not.toBeNull();
  });
});
