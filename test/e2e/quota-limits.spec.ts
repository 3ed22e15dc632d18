import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await sharedPair();
/** The tests change the plan, the limit and the usage of this account. */
const { api, accountId } = await desk.caller();

/** Sets limit and usage in SQL, because no command sets the usage. */
async function set(change: { limit?: number | null; used?: number }): Promise<void> {
  if (change.limit !== undefined) {
    const text = 'UPDATE account SET daily_write_limit = $2 WHERE id = $1';
    await sql(desk.databaseUrl, text, [accountId, change.limit]);
  }
  if (change.used !== undefined) {
    const text = `INSERT INTO daily_usage VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
                  ON CONFLICT (account_id, day) DO UPDATE SET used = excluded.used`;
    await sql(desk.databaseUrl, text, [accountId, change.used]);
  }
}

const usage = async (): Promise<Answer['body']> => (await api.usage()).body;
const create = (): Promise<Answer> => api.create(newDocument());

const command = (...words: string[]): Promise<unknown> =>
  operator(desk.databaseUrl, 'accounts', ...words);

describe('the units of a day', () => {
  it.each([0, 1, 3])('[5.quota-own-limit] are as many as an operator sets: %i', async (limit) => {
    await set({ limit, used: 0 });
    for (let unit = 0; unit < limit; unit += 1) expectAccepted(await create(), 201);
    expectRefusal(await create(), 429, 'daily_limit_exceeded');
    expect(await usage()).toMatchObject({ dailyWriteLimit: limit, used: limit, remaining: 0 });
  });

  it('[5.quota-free] [5.quota-upgraded] [5.quota-change-at-once] are 100 on plan free and 1,000 on plan upgraded; they change with an operator’s command, and the used units stay counted', async () => {
    await set({ limit: null, used: 100 });
    expectRefusal(await create(), 429, 'daily_limit_exceeded');

    await command('set-plan', accountId, 'upgraded');
    expect(await usage()).toMatchObject({ plan: 'upgraded', used: 100, remaining: 900 });
    expectAccepted(await create(), 201);

    await command('set-limit', accountId, '101');
    expectRefusal(await create(), 429, 'daily_limit_exceeded');
    await command('set-limit', accountId, '102');
    expectAccepted(await create(), 201);

    await command('set-limit', accountId, 'default');
    await command('set-plan', accountId, 'free');
    expect(await usage()).toMatchObject({ plan: 'free', used: 102, dailyWriteLimit: 100 });
    expectRefusal(await create(), 429, 'daily_limit_exceeded');
  });

  it('[5.quota-limit-below-used] are used up if the limit is below the number of used units', async () => {
    await set({ limit: 5, used: 8 });
    expect(await usage()).toMatchObject({ dailyWriteLimit: 5, used: 8, remaining: 0 });
    const { headers, ...refused } = await create();
    expectRefusal({ headers, ...refused }, 429, 'daily_limit_exceeded');
    expect(headers.get('RateLimit')).toMatch(/^"daily";r=0;t=\d+$/);
    expect(await usage()).toMatchObject({ used: 8 });
  });

  it('[4.upgrade-required] make upgradeRequired true only on plan free, and only if no unit is left', async () => {
    const cases = [
      ['free', 5, 4, false],
      ['free', 5, 5, true],
      ['free', 0, 0, true],
      ['upgraded', 5, 5, false],
      ['upgraded', 5, 4, false],
    ] as const;
    for (const [plan, limit, used, upgradeRequired] of cases) {
      await sql(desk.databaseUrl, 'UPDATE account SET plan = $2 WHERE id = $1', [accountId, plan]);
      await set({ limit, used });
      expect(await usage()).toMatchObject({ plan, upgradeRequired });
    }
  });
});

describe('a request without an accepted write', () => {
  it('[5.quota-free-of-charge] uses no unit if it is a read or a replay', async () => {
    await set({ limit: 1_000, used: 0 });
    const key = randomUUID();
    const document = newDocument();
    const { id } = expectAccepted(await api.create(document, { key }), 201);
    const none = [
      () => api.read(id),
      () => api.list(),
      () => api.usage(),
      () => api.request('HEAD', `/api/v1/publications/${id}`),
      () => api.create(document, { key }),
    ];
    for (const call of none) await call();
    expect(await usage()).toMatchObject({ used: 1 });
    expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }), 200);
    expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202);
    expect(await usage()).toMatchObject({ used: 3 });
  });
});
