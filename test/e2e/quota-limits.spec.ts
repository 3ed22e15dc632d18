import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../setup/client.js';
import { type Caller, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await sharedPair();
/** Three accounts. The tests change the plan and the limit of the account `changing`, and of no other account. */
const [free, upgraded, changing] = await Promise.all([
  desk.caller(),
  desk.caller({ plan: 'upgraded' }),
  desk.caller(),
]);

/** Sets limit and usage in SQL, because no command sets the usage. */
async function set(
  caller: Caller,
  change: { limit?: number | null; used?: number },
): Promise<void> {
  const account = [caller.accountId];
  if (change.limit !== undefined) {
    const text = 'UPDATE account SET daily_write_limit = $2 WHERE id = $1';
    await sql(desk.databaseUrl, text, [...account, change.limit]);
  }
  if (change.used !== undefined) {
    const text = `INSERT INTO daily_usage VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
                  ON CONFLICT (account_id, day) DO UPDATE SET used = excluded.used`;
    await sql(desk.databaseUrl, text, [...account, change.used]);
  }
}

const usageOf = async ({ api }: Caller): Promise<Answer['body']> => (await api.usage()).body;
const create = ({ api }: Caller): Promise<Answer> => api.create(newDocument());

const command = (...words: string[]): Promise<unknown> =>
  operator(desk.databaseUrl, 'accounts', ...words);

describe('the units of a day', () => {
  it('[5.quota-free] are 100 on plan free', async () => {
    expect(await usageOf(free)).toMatchObject({
      plan: 'free',
      dailyWriteLimit: 100,
      remaining: 100,
    });
    await set(free, { used: 99 });
    expectAccepted(await create(free), 201);
    expectRefusal(await create(free), 429, 'daily_limit_exceeded');
  });

  it('[5.quota-upgraded] are 1,000 on plan upgraded', async () => {
    const usage = { plan: 'upgraded', dailyWriteLimit: 1_000, remaining: 1_000 };
    expect(await usageOf(upgraded)).toMatchObject(usage);
    await set(upgraded, { used: 999 });
    expectAccepted(await create(upgraded), 201);
    expectRefusal(await create(upgraded), 429, 'daily_limit_exceeded');
  });

  it.each([0, 1, 3])('[5.quota-own-limit] are as many as an operator sets: %i', async (limit) => {
    await set(changing, { limit, used: 0 });
    for (let unit = 0; unit < limit; unit += 1) expectAccepted(await create(changing), 201);
    expectRefusal(await create(changing), 429, 'daily_limit_exceeded');
    expect(await usageOf(changing)).toMatchObject({
      dailyWriteLimit: limit,
      used: limit,
      remaining: 0,
    });
  });

  it('[5.quota-change-at-once] change with an operator’s command, and the used units stay counted', async () => {
    const { accountId } = changing;
    await set(changing, { limit: null, used: 100 });
    expectRefusal(await create(changing), 429, 'daily_limit_exceeded');

    await command('set-plan', accountId, 'upgraded');
    expect(await usageOf(changing)).toMatchObject({ plan: 'upgraded', used: 100, remaining: 900 });
    expectAccepted(await create(changing), 201);

    await command('set-limit', accountId, '101');
    expectRefusal(await create(changing), 429, 'daily_limit_exceeded');
    await command('set-limit', accountId, '102');
    expectAccepted(await create(changing), 201);

    await command('set-limit', accountId, 'default');
    await command('set-plan', accountId, 'free');
    expect(await usageOf(changing)).toMatchObject({
      plan: 'free',
      used: 102,
      dailyWriteLimit: 100,
    });
    expectRefusal(await create(changing), 429, 'daily_limit_exceeded');
  });

  it('[5.quota-limit-below-used] are used up if the limit is below the number of used units', async () => {
    await set(changing, { limit: 5, used: 8 });
    expect(await usageOf(changing)).toMatchObject({ dailyWriteLimit: 5, used: 8, remaining: 0 });
    const { headers, ...refused } = await create(changing);
    expectRefusal({ headers, ...refused }, 429, 'daily_limit_exceeded');
    expect(headers.get('RateLimit')).toMatch(/^"daily";r=0;t=\d+$/);
    expect(await usageOf(changing)).toMatchObject({ used: 8 });
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
      await sql(desk.databaseUrl, 'UPDATE account SET plan = $2 WHERE id = $1', [
        changing.accountId,
        plan,
      ]);
      await set(changing, { limit, used });
      expect(await usageOf(changing)).toMatchObject({ plan, upgradeRequired });
    }
  });
});

describe('a request without an accepted write', () => {
  it('[5.quota-free-of-charge] uses no unit if it is a read or a replay', async () => {
    await set(changing, { limit: 1_000, used: 0 });
    const { api } = changing;
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
    expect(await usageOf(changing)).toMatchObject({ used: 1 });
    expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }), 200);
    expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202);
    expect(await usageOf(changing)).toMatchObject({ used: 3 });
  });
});
