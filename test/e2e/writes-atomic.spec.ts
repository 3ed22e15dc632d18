import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import type { Answer, Client } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { expectAccepted, expectProblem } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { OPERATIONS, type Operation, repeatableWrite } from './repeatable-write.js';

let desk: Desk;
let api: Client;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api' });
  api = desk.api;
});
afterAll(() => desk.close());

const books = () => booksOf(desk.databaseUrl, desk.accountId);

/** Time to hold a lock, in ms. This time is longer than the 1 s that a statement waits for a lock. */
const LATE_MS = 1_500;

/** How much each write adds to the counts. */
const ADDS: Record<Operation, Partial<Record<keyof Awaited<ReturnType<typeof books>>, number>>> = {
  create: { publications: 1, revisions: 1, records: 1, units: 1 },
  update: { revisions: 1, records: 1, units: 1 },
  publish: { releases: 1, records: 1, units: 1 },
};

/** The tables that a write changes. */
const TOUCHES: Record<Operation, string[]> = {
  create: ['accepted_write', 'publication', 'revision', 'daily_usage'],
  update: ['accepted_write', 'publication', 'revision', 'daily_usage'],
  publish: ['accepted_write', 'publication', 'release', 'daily_usage'],
};
const breaks = OPERATIONS.flatMap((operation) =>
  TOUCHES[operation].flatMap((table) => [
    { operation, table, when: 'BEFORE' },
    { operation, table, when: 'AFTER' },
  ]),
);

/**
 * Runs `work` while writes to a table fail. With `BEFORE`, a write fails before the change; with `AFTER`, at the
 * commit.
 */
async function whileBroken<T>(table: string, when: string, work: () => Promise<T>): Promise<T> {
  const deferred = when === 'AFTER';
  await sql(
    desk.databaseUrl,
    `CREATE ${deferred ? 'CONSTRAINT' : ''} TRIGGER broken ${when} INSERT OR UPDATE ON ${table}
     ${deferred ? 'DEFERRABLE INITIALLY DEFERRED' : ''} FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  try {
    return await work();
  } finally {
    await sql(desk.databaseUrl, `DROP TRIGGER broken ON ${table}`);
  }
}

describe('an accepted write', () => {
  it.each(OPERATIONS)(
    '[1.write-kinds] [5.atomic] adds all of its rows and one unit and replays, even if it waited long for a lock: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      const before = await books();
      const lock = `SELECT FROM daily_usage WHERE account_id = '${desk.accountId}' FOR UPDATE`;
      const { sent } = await whileLocked(desk.databaseUrl, lock, async () => {
        const writing = write.send(api);
        await sleep(LATE_MS);
        return { sent: writing };
      });
      const answer = await sent;
      expect(answer.status).toBeLessThan(300);
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
      const added = Object.entries(ADDS[operation]).map(([name, more]) => [
        name,
        before[name as keyof typeof before] + more,
      ]);
      expect(await books()).toEqual({ ...before, ...Object.fromEntries(added) });
      expect((await write.send(api)).text).toBe(answer.text);
    },
  );

  it('[5.atomic] is one transaction, its idempotency record included', async () => {
    const { id } = (await api.create(newDocument())).body;
    const rows = await sql(
      desk.databaseUrl,
      `SELECT w.xmin = r.xmin AS whole, w.idempotency_key IS NOT NULL AS kept
       FROM revision r JOIN accepted_write w USING (publication_id) WHERE publication_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ whole: true, kept: true }]);
  });

  it('[5.atomic] is recorded for the audit with operation, version, channel, account and request id', async () => {
    const { id } = (await api.create(newDocument())).body;
    await api.update(
      id,
      { expectedVersion: 1, title: 'B' },
      { headers: { 'X-Request-Id': 'u-7' } },
    );
    await api.publish(id, { expectedVersion: 2 });
    const rows = await sql(
      desk.databaseUrl,
      `SELECT operation, version, channel, account_id AS "accountId", request_id AS "requestId"
       FROM accepted_write WHERE publication_id = $1 ORDER BY created_at, id`,
      [id],
    );
    const common = { channel: 'http', accountId: desk.accountId };
    expect(rows).toEqual([
      { operation: 'create', version: 1, ...common, requestId: expect.any(String) },
      { operation: 'update', version: 2, ...common, requestId: 'u-7' },
      { operation: 'publish', version: 2, ...common, requestId: expect.any(String) },
    ]);
  });
});

/** Part of the database's error message. Only the log may contain this text. */
const SECRET = 'sqrdlq';

/** Checks that a refusal says what to do, reveals nothing of its cause, and does not claim that nothing was written. */
async function expectSilent(answer: Answer): Promise<void> {
  await expectProblem(answer, 500, 'internal_error', desk.url);
  const { details, detail, nextStep } = answer.body;
  expect(details).toEqual({});
  expect(nextStep).toMatch(/same request with the same idempotency key/i);
  expect(`${detail} ${nextStep}`).not.toMatch(
    /nothing|not (been )?(written|changed|carried|saved)|no(thing)? (was|write)/i,
  );
  const sent = [answer.text, ...answer.headers.values()].join('\n');
  expect(sent).not.toContain(SECRET);
  expect(sent).not.toMatch(/INSERT|SELECT|revision|QueryFailed|P0001|plpgsql|node_modules/);
  expect(sent).not.toMatch(/\bat \w+.*:\d+|\.[jt]s\b|\/(work|dist|src)\//);
}

describe('a write that fails before its commit', () => {
  beforeAll(async () => {
    await sql(
      desk.databaseUrl,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION '${SECRET} in revision'; END $$`,
    );
  });

  it.each(breaks)(
    '[5.atomic] [6.internal-silent] [6.unsure-repeat] [6.problem] [6.retryable] writes nothing, reveals nothing and leaves its idempotency key free: $operation, fault $when a change of $table',
    async ({ operation, table, when }) => {
      const write = await repeatableWrite(api, operation);
      const before = await books();
      const failed = await whileBroken(table, when, () => write.send(api));
      await expectSilent(failed);
      expect(await books()).toEqual(before);
      const answer = await write.send(api);
      expect([answer.status < 300, answer.headers.has('Idempotent-Replayed')]).toEqual([
        true,
        false,
      ]);
      expect((await books()).units).toBe(before.units + 1);
    },
  );
});

describe('the answer to a write', () => {
  it('[5.unit-kept] may be lost: the unit stays used, and a repetition of the write uses none', async () => {
    const key = randomUUID();
    const document = newDocument();
    expectAccepted(await api.create(newDocument()), 201);
    const before = await books();
    await sendAndHangUp(key, document);
    await expect
      .poll(books)
      .toMatchObject({ units: before.units + 1, records: before.records + 1 });
    const answer = await api.create(document, { key });
    expectAccepted(answer, 201);
    expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await books()).units).toBe(before.units + 1);
  });

  it('[5.unit-kept] is not followed by a refund of the unit if the release fails', async () => {
    const write = await repeatableWrite(api, 'publish');
    const before = await books();
    const { id } = (await write.send(api)).body;
    const fail = `UPDATE release SET in_flight = false, due_at = NULL, error = '{"code": "render_failed"}'
                  WHERE publication_id = $1`;
    await sql(desk.databaseUrl, fail, [id]);
    expect((await api.read(id)).body.publishError).toMatchObject({ code: 'render_failed' });
    expect((await write.send(api)).headers.get('Idempotent-Replayed')).toBe('true');
    expect((await books()).units).toBe(before.units + 1);
    expectAccepted(await api.publish(id, { expectedVersion: 1 }), 202);
    expect((await books()).units).toBe(before.units + 2);
  });
});

/** Sends a create, and aborts the request while the create waits for the locked usage rows. */
async function sendAndHangUp(key: string, document: object): Promise<void> {
  await whileLocked(desk.databaseUrl, 'SELECT 1 FROM daily_usage FOR UPDATE', async () => {
    const gone = new AbortController();
    const answer = fetch(`${desk.url}/api/v1/publications`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${desk.key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(document),
      signal: gone.signal,
    });
    await lockAwaited(desk.databaseUrl);
    gone.abort();
    await expect(answer).rejects.toThrow('abort');
  });
}
