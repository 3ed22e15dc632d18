import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import type { Answer, Client } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { expectAccepted, expectProblem, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { OPERATIONS, type Operation, repeatableWrite } from './repeatable-write.js';

/** Number of database connections of the service: fewer than the requests that wait together. */
const POOL = 8;

let desk: Desk;
let api: Client;
let holder: PgClient;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api', DATABASE_POOL_SIZE: String(POOL) });
  api = desk.api;
  holder = new PgClient({ connectionString: desk.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await desk.close();
});

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

/**
 * Returns the connections of the service. One is held if it is idle in a transaction, or has run a statement for more
 * than 1 s.
 */
async function connections(): Promise<{ pid: number; held: boolean }[]> {
  const { rows } = await holder.query<{ pid: number; held: boolean }>(
    `SELECT pid, state LIKE 'idle in transaction%'
                 OR state = 'active' AND now() - query_start > interval '1 second' AS held
     FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'imprimatur' ORDER BY pid`,
  );
  return rows;
}

/** Opens connections with 80 concurrent reads, and returns the processes of PostgreSQL that serve the service. */
async function opened(): Promise<number[]> {
  await Promise.all(Array.from({ length: 80 }, () => api.list()));
  return (await connections()).map(({ pid }) => pid);
}

describe('a write that is rolled back', () => {
  it('does not close its connection if its idempotency key is taken', async () => {
    const key = randomUUID();
    expectAccepted(await api.create(newDocument(), { key }), 201);
    const before = await opened();
    for (let time = 0; time < 5; time += 1) {
      const answer = await api.create(newDocument(), { key });
      expectRefusal(answer, 422, 'idempotency_key_reused');
    }
    expect(await opened()).toEqual(expect.arrayContaining(before));
  });

  it('does not close its connection if a concurrent write was accepted first', async () => {
    const { id } = (await api.create(newDocument())).body;
    const before = await opened();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        api.update(id, { expectedVersion: 1, title: `${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await opened()).toEqual(expect.arrayContaining(before));
  });
});

/**
 * Runs `statement`, which locks the row that `write` changes, and sends `write`. Commits `statement` as soon as the
 * write waits for this row.
 */
async function outrun(
  statement: string,
  id: string,
  write: () => Promise<Answer>,
): Promise<Answer> {
  await holder.query('BEGIN');
  await holder.query(statement, [id]);
  const answer = write();
  await lockAwaited(desk.databaseUrl);
  await holder.query('COMMIT');
  return answer;
}

const TOUCH = `UPDATE publication SET updated_at = now() WHERE id = $1`;

/**
 * In PostgreSQL, a statement that has waited for a row sees the current version of this row. The same statement sees
 * all other rows as they were before the wait.
 */
describe('a write that waited for another one', () => {
  it('[3.intent-restarts] sets the intent to draft if a publish named the current revision meanwhile', async () => {
    const { id } = (await api.create(newDocument({ intent: 'review' }))).body;
    const named = `
      WITH touched AS (${TOUCH} RETURNING id, account_id)
      INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts,
                           due_at, fencing_token)
      SELECT id, account_id, 1, now(), false, 0, NULL, 1 FROM touched`;
    const update = () => api.update(id, { expectedVersion: 1, title: 'Two' });
    const answer = await outrun(named, id, update);
    expectAccepted(answer, 200);
    expect(answer.body).toMatchObject({ version: 2, intent: 'draft' });
  });

  it('[5.atomic] writes nothing if the revision can no longer be published', async () => {
    const { id } = (await api.create(newDocument())).body;
    await api.publish(id, { expectedVersion: 1 });
    // This is the state after the indexing has failed permanently. In this state, the revision may be published again.
    await sql(
      desk.databaseUrl,
      `UPDATE release SET in_flight = false, published_version = 1, published_at = now(), due_at = NULL
       WHERE publication_id = $1`,
      [id],
    );
    const before = await books();
    const { updatedAt } = (await api.read(id)).body;
    // Once the revision is indexed, it can no longer be published.
    const indexed = `UPDATE release SET indexed_version = 1 WHERE publication_id = $1`;
    const publish = () => api.publish(id, { expectedVersion: 1 });
    expectRefusal(await outrun(indexed, id, publish), 409, 'already_published');
    expect(await books()).toEqual(before);
    expect((await api.read(id)).body.updatedAt).toBe(updatedAt);
  });

  it('[5.quota-exact] writes nothing if the last unit was used meanwhile', async () => {
    const { api: own, accountId } = await desk.caller({ limit: 10 });
    const { id } = (await own.create(newDocument())).body;
    const before = await booksOf(desk.databaseUrl, accountId);
    const lastUnit = `UPDATE daily_usage SET used = 10 WHERE account_id = $1`;
    const update = () => own.update(id, { expectedVersion: 1, title: 'Two' });
    expectRefusal(await outrun(lastUnit, accountId, update), 429, 'daily_limit_exceeded');
    expect(await booksOf(desk.databaseUrl, accountId)).toEqual({ ...before, units: 10 });
    expect((await own.read(id)).body.version).toBe(1);
  });
});

describe('a write that is refused by quota', () => {
  it('[5.quota-free-of-charge] stores nothing of its document, not even in a transaction that is rolled back', async () => {
    const { api: poor, accountId } = await desk.caller({ limit: 1 });
    expectAccepted(await poor.create(newDocument()), 201);
    const size = async (): Promise<number> => {
      const [row] = await sql<{ bytes: string }>(
        desk.databaseUrl,
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(row!.bytes);
    };
    // PostgreSQL cannot compress random digits, so 70 KB of content would take 70 KB on disk.
    const content = randomBytes(35_000).toString('hex');
    const before = await size();
    const answers: Answer[] = [];
    for (let sent = 0; sent < 60; sent += 10) {
      const tens = Array.from({ length: 10 }, () => poor.create(newDocument({ content })));
      answers.push(...(await Promise.all(tens)));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await size()) - before).toBeLessThan(1_000_000);
    expect(await booksOf(desk.databaseUrl, accountId)).toMatchObject({ units: 1 });
  });
});

const draft = async () => expectAccepted(await api.create(newDocument()), 201).id;

describe('many requests that wait', () => {
  it('[4.wait-no-connection] [11.pool-size] hold no connection: a small pool serves other requests meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, draft));
    const headers = { Prefer: 'wait=30' };
    let answered = 0;
    const waiting = ids.map(async (id, index): Promise<Answer> => {
      const expected = { expectedVersion: 1 };
      if (index % 2) await api.publish(id, expected);
      const answer = index % 2 ? api.read(id, headers) : api.publish(id, expected, { headers });
      return answer.finally(() => (answered += 1));
    });
    const requested = 'SELECT FROM release WHERE publication_id = ANY ($1)';
    await expect.poll(() => sql(desk.databaseUrl, requested, [ids])).toHaveLength(ids.length);

    for (let round = 0; round < 10; round += 1) {
      const id = await draft();
      expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }), 200);
      expect((await api.list()).status).toBe(200);
      expect((await connections()).length).toBeLessThanOrEqual(POOL);
      // On a busy machine, a query can take more than 1 s. After the query, the connection must become free.
      await expect.poll(async () => (await connections()).filter(({ held }) => held)).toEqual([]);
    }
    expect(answered).toBe(0);

    const settle = `UPDATE release SET in_flight = false, published_version = 1, indexed_version = 1, due_at = NULL
                    WHERE publication_id = ANY ($1)`;
    await sql(desk.databaseUrl, settle, [ids]);
    for (const { body } of await Promise.all(waiting)) expect(body.indexStatus).toBe('ready');
  });
});
