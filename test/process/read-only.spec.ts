import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk();
afterAll(() => desk.close());

/**
 * Makes new sessions of the database read-only, or writable again. Like an operator, uses a session that may always
 * write.
 */
async function turn(how: 'SET default_transaction_read_only = on' | 'RESET ALL'): Promise<void> {
  const url = new URL(desk.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=off');
  await sql(url.href, `ALTER DATABASE "${url.pathname.slice(1)}" ${how}`);
}

/** Ends the sessions of the service, as a failover or a restart of the database does. */
const endSessions = () =>
  sql(
    desk.databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'imprimatur'`,
  );

const readiness = async () => {
  const answer = await fetch(`${desk.url}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

async function statusOfReadiness(status: number): Promise<void> {
  while ((await readiness()).status !== status) await sleep(50);
}

it('[6.unavailable] [12.ready] a service whose database is read-only answers reads as usual and writes with 503, and accepts writes again once the database is writable', async () => {
  const { id } = (await desk.api.create(newDocument())).body;
  const prefer = { headers: { Prefer: 'wait=30' } };
  expect((await desk.api.publish(id, { expectedVersion: 1 }, prefer)).status).toBe(202);
  await turn('SET default_transaction_read_only = on');
  await endSessions();
  await statusOfReadiness(503);

  const refused = await desk.api.create(newDocument());
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } });
  expect(refused.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  const update = await desk.api.update(id, { expectedVersion: 1, title: 'Changed' });
  expect(update).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await readiness()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'read-only' },
  });
  expect((await desk.api.read(id)).status).toBe(200);
  expect((await fetch((await desk.api.read(id)).body.url)).status).toBe(200);

  // Sessions that the service has already opened stay read-only. The service must replace these sessions.
  await turn('RESET ALL');
  await statusOfReadiness(200);
  expect((await desk.api.create(newDocument())).status).toBe(201);
  expect((await desk.api.update(id, { expectedVersion: 1, title: 'Changed' })).status).toBe(200);
}, 120_000);
