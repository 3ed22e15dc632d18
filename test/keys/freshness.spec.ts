import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { KeysService } from '../../src/keys/keys.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { lockAwaited, lockWaits, whileLocked } from '../setup/lock-awaited.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';

const SECOND_MS = 1_000;

describe('a key', () => {
  let database: FreshDatabase;
  /**
   * Three apps, as in three processes. Every change is made in the first app. The other two apps only answer requests.
   */
  const apps: KeysApp[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    for (const _ of [1, 2, 3]) apps.push(await KeysApp.start(database.url));
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await database?.drop();
  });

  const statuses = (key: string) =>
    Promise.all(apps.map(async (app) => (await app.call('GET /reading', key)).status));

  it('has its new status at every process within a second: revocation [7.revocation-within-1s]', async () => {
    const { key, id } = await newKey(apps[0]!);
    expect(await statuses(key)).toEqual([200, 200, 200]);
    await apps[0]!.service(KeysService).revoke(id);
    await sleep(SECOND_MS);
    expect(await statuses(key)).toEqual([401, 401, 401]);
  });

  it('has its new status at every process within a second: expiry [7.expiry-within-1s]', async () => {
    const { key, expiresAt } = await newKey(apps[0]!, { expiresIn: 5 });
    expect(expiresAt).toBeInstanceOf(Date);
    expect(await statuses(key)).toEqual([200, 200, 200]);
    await sleep(5 * SECOND_MS + SECOND_MS);
    expect(await statuses(key)).toEqual([401, 401, 401]);
  });

  it('has its new status at every process within a second: suspension and its end [7.suspension-within-1s]', async () => {
    const { key, accountId } = await newKey(apps[0]!);
    const accounts = apps[0]!.service(AccountsService);
    expect(await statuses(key)).toEqual([200, 200, 200]);
    await accounts.suspend(accountId);
    await sleep(SECOND_MS);
    expect(await statuses(key)).toEqual([403, 403, 403]);
    await accounts.resume(accountId);
    await sleep(SECOND_MS);
    expect(await statuses(key)).toEqual([200, 200, 200]);
  });

  it('is looked up once for 20 concurrent requests', async () => {
    const { key } = await newKey(apps[0]!);
    const many = await whileLocked(database.url, 'LOCK TABLE publisher_key', async () => {
      const calls = Array.from({ length: 20 }, () => apps[1]!.call('GET /reading', key));
      await lockAwaited(database.url);
      await sleep(300);
      expect(await lockWaits(database.url)).toBe(1);
      return calls;
    });
    const seen = (await Promise.all(many)).map(({ status }) => status);
    expect(seen).toEqual(Array.from({ length: 20 }, () => 200));
  });
});
