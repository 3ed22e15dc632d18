import { randomBytes, randomUUID } from 'node:crypto';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import type { Answer } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited } from '../setup/lock-awaited.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

let desk: Desk;
let holder: PgClient;
beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api' });
  holder = new PgClient({ connectionString: desk.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await desk.close();
});

/** Opens connections with 80 concurrent reads, and returns the connections of the service. */
async function connections(): Promise<unknown[]> {
  await Promise.all(Array.from({ length: 80 }, () => desk.api.list()));
  const { rows } = await holder.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'imprimatur' ORDER BY pid`,
  );
  return rows;
}

describe('a write that is rolled back', () => {
  it('does not close its connection if its idempotency key is taken', async () => {
    const key = randomUUID();
    expectAccepted(await desk.api.create(newDocument(), { key }), 201);
    const before = await connections();
    for (let time = 0; time < 5; time += 1) {
      const answer = await desk.api.create(newDocument(), { key });
      expectRefusal(answer, 422, 'idempotency_key_reused');
    }
    expect(await connections()).toEqual(expect.arrayContaining(before));
  });

  it('does not close its connection if a concurrent write was accepted first', async () => {
    const { id } = (await desk.api.create(newDocument())).body;
    const before = await connections();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        desk.api.update(id, { expectedVersion: 1, title: `${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await connections()).toEqual(expect.arrayContaining(before));
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
    const { id } = (await desk.api.create(newDocument({ intent: 'review' }))).body;
    const named = `
      WITH touched AS (${TOUCH} RETURNING id, account_id)
      INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts,
                           due_at, fencing_token)
      SELECT id, account_id, 1, now(), false, 0, NULL, 1 FROM touched`;
    const update = () => desk.api.update(id, { expectedVersion: 1, title: 'Two' });
    const answer = await outrun(named, id, update);
    expectAccepted(answer, 200);
    expect(answer.body).toMatchObject({ version: 2, intent: 'draft' });
  });

  it('[5.atomic] writes nothing if the revision can no longer be published', async () => {
    const { id } = (await desk.api.create(newDocument())).body;
    await desk.api.publish(id, { expectedVersion: 1 });
    // This is the state after the indexing has failed permanently. In this state, the revision may be published again.
    await sql(
      desk.databaseUrl,
      `UPDATE release SET in_flight = false, published_version = 1, published_at = now(), due_at = NULL
       WHERE publication_id = $1`,
      [id],
    );
    const before = await booksOf(desk.databaseUrl, desk.accountId);
    const { updatedAt } = (await desk.api.read(id)).body;
    // Once the revision is indexed, it can no longer be published.
    const indexed = `UPDATE release SET indexed_version = 1 WHERE publication_id = $1`;
    const publish = () => desk.api.publish(id, { expectedVersion: 1 });
    expectRefusal(await outrun(indexed, id, publish), 409, 'already_published');
    expect(await booksOf(desk.databaseUrl, desk.accountId)).toEqual(before);
    expect((await desk.api.read(id)).body.updatedAt).toBe(updatedAt);
  });

  it('[5.quota-exact] writes nothing if the last unit was used meanwhile', async () => {
    const { id } = (await desk.api.create(newDocument())).body;
    const before = await booksOf(desk.databaseUrl, desk.accountId);
    const lastUnit = `UPDATE daily_usage SET used = 1000000000 WHERE account_id = $1`;
    const update = () => desk.api.update(id, { expectedVersion: 1, title: 'Two' });
    expectRefusal(await outrun(lastUnit, desk.accountId, update), 429, 'daily_limit_exceeded');
    const after = await booksOf(desk.databaseUrl, desk.accountId);
    expect({ ...after, units: before.units }).toEqual(before);
    expect((await desk.api.read(id)).body.version).toBe(1);
  });
});

describe('a write that is refused by quota', () => {
  it('[5.quota-free-of-charge] stores nothing of its document, not even in a transaction that is rolled back', async () => {
    const { api, accountId } = await desk.caller({ limit: 1 });
    expectAccepted(await api.create(newDocument()), 201);
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
      const tens = Array.from({ length: 10 }, () => api.create(newDocument({ content })));
      answers.push(...(await Promise.all(tens)));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await size()) - before).toBeLessThan(1_000_000);
    expect(await booksOf(desk.databaseUrl, accountId)).toMatchObject({ units: 1 });
  });
});
