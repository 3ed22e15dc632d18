import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

let database: FreshDatabase;
let service: Service;

/**
 * Stops the clock of the database 0.3 ms before midnight UTC. Rounded to whole milliseconds, this time is on the next
 * day.
 */
beforeAll(async () => {
  database = await freshDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await sql(
    database.url,
    `CREATE SCHEMA moved;
     CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
       AS $$ SELECT timestamptz '2026-11-27 23:59:59.9997Z' $$;
     ALTER TABLE accepted_write ALTER COLUMN created_at SET DEFAULT moved.now();
     ALTER DATABASE ${name} SET search_path = public, moved, pg_catalog`,
  );
  service = await startService({ databaseUrl: database.url, env: { ROLE: 'api' } });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

it('[5.quota-utc-day] the unit and the audit row of a write just before midnight have the same day', async () => {
  const { key, accountId } = await issueKey(database.url);
  const answer = await client(service.url, key).create(newDocument());
  const { createdAt } = expectAccepted(answer, 201);
  expect(createdAt).toBe('2026-11-28T00:00:00.000Z');
  expect(answer.headers.get('RateLimit')).toMatch(/;t=86400$/);
  const days = await sql(
    database.url,
    `SELECT to_char(w.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS written, to_char(d.day, 'YYYY-MM-DD') AS paid
     FROM accepted_write w JOIN daily_usage d ON d.account_id = w.account_id
     WHERE w.account_id = $1`,
    [accountId],
  );
  expect(days).toEqual([{ written: '2026-11-28', paid: '2026-11-28' }]);
});
