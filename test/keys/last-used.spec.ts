import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { operator } from '../setup/operator.js';
import { sql } from '../setup/sql.js';

const pair = await sharedPair();
const { databaseUrl } = pair;

async function newKey() {
  const { api, key, accountId } = await pair.caller();
  const id = key.split('_')[1]!;
  const lastUsedAt = async () => {
    const text = 'SELECT last_used_at AS at FROM publisher_key WHERE id = $1';
    return (await sql<{ at: Date | null }>(databaseUrl, text, [id]))[0]!.at;
  };
  return { api, elsewhere: client(pair.otherUrl, key), id, accountId, lastUsedAt };
}

describe('lastUsedAt', () => {
  it('shows when a key was used, and changes at most once a minute [7.last-used]', async () => {
    const { api, elsewhere, accountId, lastUsedAt } = await newKey();
    expect(await lastUsedAt()).toBeNull();
    await api.usage();
    await expect.poll(lastUsedAt).not.toBeNull();
    const first = (await lastUsedAt())!;
    const listed = await operator<object[]>(databaseUrl, 'keys', 'list', '--account', accountId);
    expect(listed).toMatchObject([{ lastUsedAt: first.toISOString() }]);
    await api.usage();
    await elsewhere.usage();
    await sleep(1_500);
    expect(await lastUsedAt()).toEqual(first);

    const old = await newKey();
    const text = `UPDATE publisher_key SET last_used_at = now() - interval '61 s' WHERE id = $1`;
    await sql(databaseUrl, text, [old.id]);
    const before = (await old.lastUsedAt())!.getTime();
    await old.api.usage();
    await expect.poll(async () => (await old.lastUsedAt())!.getTime()).toBeGreaterThan(before);
  });

  it('delays no request while the row of the key is locked [7.last-used-off-path]', async () => {
    const { api, id, lastUsedAt } = await newKey();
    const lock = `SELECT 1 FROM publisher_key WHERE id = '${id}' FOR UPDATE`;
    await whileLocked(databaseUrl, lock, async () => {
      expect((await api.usage()).status).toBe(200);
      await lockAwaited(databaseUrl);
      expect((await api.usage()).status).toBe(200);
      expect(await lastUsedAt()).toBeNull();
    });
    await expect.poll(lastUsedAt).not.toBeNull();
  });
});
