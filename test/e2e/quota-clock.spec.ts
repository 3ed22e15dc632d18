import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { clockAhead } from '../setup/moved-clock.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { type Service, startService } from '../setup/service.js';

/** A time zone in which the current date differs from the date in UTC. */
const ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';

let database: FreshDatabase;
let service: Service;
let accountId: string;
let api: Client;

beforeAll(async () => {
  database = await freshDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await sql(database.url, `ALTER DATABASE ${name} SET timezone = '${ZONE}'`);
  const env = { ROLE: 'api', TZ: ZONE, NODE_OPTIONS: clockAhead(30 * 3_600_000) };
  service = await startService({ databaseUrl: database.url, env });
  const issued = await issueKey(database.url, { limit: 5 });
  accountId = issued.accountId;
  api = client(service.url, issued.key);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const create = (): Promise<Answer> => api.create(newDocument());

/** Returns the next UTC midnight and the seconds until then, by the clock of the database. */
async function midnight(): Promise<{ at: string; seconds: number }> {
  const [row] = await sql<{ at: Date; seconds: number }>(
    database.url,
    `SELECT at, ceil(extract(epoch FROM at - clock_timestamp()))::integer AS seconds
     FROM (SELECT (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC') AS d (at)`,
  );
  return { at: row!.at.toISOString(), seconds: row!.seconds };
}

/** Sets the daily limit and deletes the usage, as on a new day. */
async function dayWith(limit: number): Promise<void> {
  const change = 'UPDATE account SET daily_write_limit = $2 WHERE id = $1';
  await sql(database.url, change, [accountId, limit]);
  await sql(database.url, 'DELETE FROM daily_usage WHERE account_id = $1', [accountId]);
}

async function moveUsage(days: number): Promise<void> {
  const text = 'UPDATE daily_usage SET day = day + $2::integer WHERE account_id = $1';
  await sql(database.url, text, [accountId, days]);
}

/**
 * Checks that `named` is at most `before`, and at least the number of seconds that are now left until midnight. The
 * tolerance is 1 s.
 */
async function expectSeconds(named: string | null | undefined, before: number): Promise<void> {
  const { seconds } = await midnight();
  expect(Number(named)).toBeLessThanOrEqual(before + 1);
  expect(Number(named)).toBeGreaterThanOrEqual(seconds - 1);
}

const secondsIn = ({ headers }: Answer): string | undefined =>
  /;t=(\d+)$/.exec(headers.get('RateLimit') ?? '')?.[1];

const fieldsOf = ({ headers }: Answer): [string | null, string | undefined] => [
  headers.get('RateLimit-Policy'),
  /^"daily";(r=\d+);t=\d+$/.exec(headers.get('RateLimit') ?? '')?.[1],
];

/** Returns the hours by which the clock that made a UUIDv7 is ahead of the real time. */
function hoursAhead(id: string): number {
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return (milliseconds - Date.now()) / 3_600_000;
}

describe('the day of the quota', () => {
  it('[5.quota-utc-day] is the UTC day of the database, even if the clock of the service differs', async () => {
    const { id } = expectAccepted(await create(), 201);
    expect(hoursAhead(id)).toBeGreaterThan(29);
    const rows = await sql(
      database.url,
      `SELECT day = (now() AT TIME ZONE 'UTC')::date AS today, used FROM daily_usage WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ today: true, used: 1 }]);
  });

  it('[5.quota-utc-day] starts with no units used, even if all units of the day before were used', async () => {
    for (let unit = 1; unit < 5; unit += 1) expectAccepted(await create(), 201);
    expectRefusal(await create(), 429, 'daily_limit_exceeded');
    await moveUsage(-1);
    expect((await api.usage()).body).toMatchObject({ used: 0, remaining: 5 });
    expectAccepted(await create(), 201);
    const days = 'SELECT used FROM daily_usage WHERE account_id = $1 ORDER BY day';
    expect(await sql(database.url, days, [accountId])).toEqual([{ used: 5 }, { used: 1 }]);
  });

  it('[5.quota-utc-day] does not count units that are recorded for tomorrow', async () => {
    await dayWith(5);
    expectAccepted(await create(), 201);
    await moveUsage(1);
    expect((await api.usage()).body).toMatchObject({ used: 0, remaining: 5 });
  });
});

describe('the clock of the quota', () => {
  it('[5.quota-one-clock] is that of the database in the usage', async () => {
    const { at, seconds } = await midnight();
    const answer = await api.usage();
    expect(answer.body.resetsAt).toBe(at);
    await expectSeconds(secondsIn(answer), seconds);
  });

  it('[5.quota-one-clock] [4.ratelimit-fields] [6.daily-limit] is that of the database in Retry-After, t, details.quota and nextStep of a refusal, which has the quota of the usage', async () => {
    await dayWith(0);
    const { at, seconds } = await midnight();
    const answer = await create();
    expectRefusal(answer, 429, 'daily_limit_exceeded');
    expect(answer.headers.get('Retry-After')).toBe(secondsIn(answer));
    await expectSeconds(answer.headers.get('Retry-After'), seconds);
    expect(answer.body.nextStep).toContain(at);
    const usage = await api.usage();
    expect(usage.body.resetsAt).toBe(at);
    expect(answer.body.details.quota).toEqual(usage.body);
    expect(fieldsOf(answer)).toEqual(fieldsOf(usage));
  });
});

describe('the answers about the quota', () => {
  it('[4.ratelimit-fields] carry RateLimit-Policy and RateLimit (writes, replays, the usage, and the refusal of a write)', async () => {
    await dayWith(3);
    const policy = '"daily";q=3;w=86400';
    const key = randomUUID();
    const document = newDocument();

    const { seconds } = await midnight();
    const created = await api.create(document, { key });
    const { id } = created.body;
    const answers = [
      created,
      await api.update(id, { expectedVersion: 1, title: 'B' }),
      await api.create(document, { key }),
      await api.publish(id, { expectedVersion: 2 }),
      await api.usage(),
      await create(),
    ];
    expect(answers.map((answer) => [answer.status, ...fieldsOf(answer)])).toEqual([
      [201, policy, 'r=2'],
      [200, policy, 'r=1'],
      [201, policy, 'r=1'],
      [202, policy, 'r=0'],
      [200, policy, 'r=0'],
      [429, policy, 'r=0'],
    ]);
    for (const answer of answers) await expectSeconds(secondsIn(answer), seconds);
  });
});

describe('a write just before midnight', () => {
  /**
   * Stops the clock of the database 0.3 ms before midnight UTC. Rounded to whole milliseconds, this time is on the next
   * day.
   */
  beforeAll(async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql(
      database.url,
      `CREATE SCHEMA moved;
       CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
         AS $$ SELECT timestamptz '2026-11-27 23:59:59.9997Z' $$;
       ALTER TABLE accepted_write ALTER COLUMN created_at SET DEFAULT moved.now();
       ALTER DATABASE ${name} SET search_path = public, moved, pg_catalog`,
    );
    // Only new sessions have this clock.
    await sql(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'imprimatur'`,
    );
  });

  it('[5.quota-utc-day] has the same day in its unit and its audit row', async () => {
    const writer = await issueKey(database.url);
    const answer = await client(service.url, writer.key).create(newDocument());
    const { createdAt } = expectAccepted(answer, 201);
    expect(createdAt).toBe('2026-11-28T00:00:00.000Z');
    expect(answer.headers.get('RateLimit')).toMatch(/;t=86400$/);
    const days = await sql(
      database.url,
      `SELECT to_char(w.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS written, to_char(d.day, 'YYYY-MM-DD') AS paid
       FROM accepted_write w JOIN daily_usage d ON d.account_id = w.account_id
       WHERE w.account_id = $1`,
      [writer.accountId],
    );
    expect(days).toEqual([{ written: '2026-11-28', paid: '2026-11-28' }]);
  });
});
