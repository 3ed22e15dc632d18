import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { Balancer } from './balancer.js';
import { Load } from './load.js';

let database: FreshDatabase;
let key: string;

beforeAll(async () => {
  database = await freshDatabase();
  ({ key } = await issueKey(database.url, { limit: 1_000_000 }));
});

afterAll(() => database.drop());

const start = (): Promise<Service> =>
  startService({
    databaseUrl: database.url,
    env: { RATE_LIMIT_PER_MINUTE: '0', SHUTDOWN_GRACE_MS: '1000' },
  });

describe('a rolling restart', { timeout: 300_000 }, () => {
  it('[12.rolling-restart] of one process after the other behind a balancer fails no request', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const balancer = await Balancer.open(first.url, second.url);
    const load = new Load(client(balancer.url, key), 8);
    await sleep(500);
    expect(await first.stop()).toBe(0);
    const third = await start();
    await balancer.use(second.url, third.url);
    expect(await second.stop()).toBe(0);
    const fourth = await start();
    await balancer.use(third.url, fourth.url);
    while (load.answered < 5_000) await sleep(50);
    await load.stop();
    balancer.close();
    expect(load.failures).toEqual([]);
    const [row] = await sql(database.url, 'SELECT count(*)::int AS count FROM publication');
    expect(row).toEqual({ count: load.created.length });
    await Promise.all([third.stop(), fourth.stop()]);
  });
});
