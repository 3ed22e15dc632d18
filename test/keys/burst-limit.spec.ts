import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { KeysApp } from './keys-app.js';
import { newKey } from './people.js';

describe('the burst limits', () => {
  let database: FreshDatabase;
  let app: KeysApp;

  beforeAll(async () => {
    database = await freshDatabase();
  });

  afterEach(() => app.close());
  afterAll(() => database?.drop());

  const start = async (limit: number) => {
    app = await KeysApp.start(database.url, { RATE_LIMIT_PER_MINUTE: String(limit) });
  };

  it('refuse the requests of a key beyond its limit, but not those of a second key [7.burst-limit]', async () => {
    await start(3);
    const [busy, calm] = [await newKey(app), await newKey(app)];
    expect(await statuses(5, () => app.call('GET /reading', busy.key))).toEqual([
      200, 200, 200, 429, 429,
    ]);
    expect((await app.call('GET /reading', calm.key)).status).toBe(200);
  });

  it('say how long to wait [6.rate-limited] [4.ratelimit-burst]', async () => {
    await start(1);
    const { key } = await newKey(app);
    await app.call('GET /reading', key);
    const response = await app.call('GET /reading', key);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(response.headers.get('ratelimit-policy')).toBe('"burst";q=1;w=60');
    expect(response.headers.get('ratelimit')).toBe(`"burst";r=0;t=${seconds}`);
    expect(await response.json()).toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryable: true,
    });
  });

  it('answer 401 to 60 failures a minute from one address, and 429 to further ones [7.failures-limited]', async () => {
    await start(1_000);
    const address = '192.0.2.1';
    const failures = await statuses(62, () => app.call('GET /reading', 'nonsense', { address }));
    expect(failures).toEqual([...Array.from({ length: 60 }, () => 401), 429, 429]);
    const response = await app.call('GET /reading', undefined, { address });
    expect(await response.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await app.call('GET /reading', 'nonsense', { address: '192.0.2.2' })).status).toBe(401);
  });

  it('never refuse a valid key because of failures from its address [7.failures-valid-passes]', async () => {
    await start(1_000);
    const address = '192.0.2.3';
    const { key } = await newKey(app);
    const failures = await statuses(65, () => app.call('GET /reading', 'nonsense', { address }));
    expect(failures.at(-1)).toBe(429);
    expect((await app.call('GET /reading', key, { address })).status).toBe(200);
  });

  it('are both off with RATE_LIMIT_PER_MINUTE=0 [7.limits-off]', async () => {
    await start(0);
    const { key } = await newKey(app);
    const address = '192.0.2.4';
    const failures = await statuses(70, () => app.call('GET /reading', 'nonsense', { address }));
    expect(new Set(failures)).toEqual(new Set([401]));
    const successes = await statuses(70, () => app.call('GET /reading', key, { address }));
    expect(new Set(successes)).toEqual(new Set([200]));
  });
});

async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = [];
  for (let made = 0; made < count; made += 1) seen.push((await call()).status);
  return seen;
}
