import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids/ids.js';
import { CLAIM_JOBS } from '../../src/releases/release-jobs.statements.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { nodesOf, type PlanNode } from '../setup/plan.js';
import { startService } from '../setup/service.js';

let desk: Desk;
let client: Client;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api' });
  client = new Client({ connectionString: desk.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await desk.close();
});

interface Claimed {
  readonly publicationId: string;
  readonly accountId: string;
}

/** Queues `count` due releases of an account. The due times of these releases are 1 s apart. */
async function queue(accountId: string, count: number): Promise<void> {
  await client.query(
    `WITH owner AS (
       INSERT INTO account (id, name, plan, status) VALUES ($1, 'A', 'free', 'active')
       ON CONFLICT DO NOTHING
     ), made AS (
       SELECT gen_random_uuid() AS id, now() - ($2::integer - n) * interval '1 second' AS at
       FROM generate_series(1, $2::integer) AS n
     ), published AS (
       INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
       SELECT id, $1, 'en', id, 1, at, at FROM made RETURNING id, created_at AS at
     )
     INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts,
                          due_at, fencing_token)
     SELECT id, $1, 1, at, true, 0, at, 1 FROM published`,
    [accountId, count],
  );
}

/** Returns the parameters of a claim by a worker that holds jobs of `heldAccounts`. */
const asked = (room: number, servedLast: string, heldAccounts: readonly string[] = []): unknown[] =>
  CLAIM_JOBS.values({ room, servedLast, heldAccounts, maxOfOne: 2, leaseMs: 5_000 });

/** Claims jobs in a transaction that is rolled back. Returns the accounts of the jobs, sorted. */
async function claim(...parameters: Parameters<typeof asked>): Promise<string[]> {
  await client.query('BEGIN');
  const { rows } = await client.query<Claimed>(CLAIM_JOBS.text, asked(...parameters));
  await client.query('ROLLBACK');
  return rows.map(({ accountId }) => accountId).toSorted();
}

describe('due releases', { timeout: 60_000 }, () => {
  const [first, second, third] = [newId(), newId(), newId()].toSorted() as [string, string, string];
  beforeAll(async () => {
    await queue(first, 20_000);
    await queue(second, 3);
    await queue(third, 1);
    await client.query('ANALYZE release, publication');
  });

  it('[4.release-turns] are taken from the accounts in turn, starting after the last served account', async () => {
    expect(await claim(1, first)).toEqual([second]);
    expect(await claim(1, second)).toEqual([third]);
    expect(await claim(1, third)).toEqual([first]);
    expect(await claim(3, second)).toEqual([first, first, third]);
    expect(await claim(3, newId())).toEqual([first, first, second]);
  });

  it('[4.release-turns] are limited to a few per account and worker, those that it holds included', async () => {
    expect(await claim(10, first)).toEqual([first, first, second, second, third]);
    expect(await claim(10, first, [first])).toEqual([first, second, second, third]);
    expect(await claim(10, first, [first, first, second])).toEqual([second, third]);
  });

  it('[4.release-turns] are skipped while another worker claims them', async () => {
    const other = new Client({ connectionString: desk.databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query(CLAIM_JOBS.text, asked(10, first));
    const mine = await claim(10, first);
    await other.query('ROLLBACK');
    await other.end();
    expect(mine).toEqual([first, first, second]);
  });

  it('are taken oldest first if only one account has due releases', async () => {
    await client.query('BEGIN');
    await client.query('UPDATE release SET due_at = NULL WHERE account_id <> $1', [first]);
    const { rows: oldest } = await client.query<{ id: string }>(
      'SELECT publication_id AS id FROM release WHERE account_id = $1 ORDER BY due_at LIMIT 2',
      [first],
    );
    const { rows } = await client.query<Claimed>(CLAIM_JOBS.text, asked(4, first));
    await client.query('ROLLBACK');
    const ids = rows.map(({ publicationId }) => publicationId);
    expect(new Set(ids)).toEqual(new Set(oldest.map(({ id }) => id)));
  });

  it('are taken by a query that reads fewer than 100 of them', async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${CLAIM_JOBS.text}`,
      asked(4, second),
    );
    const read = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
      .filter((node) => node['Relation Name'] === 'release')
      .map((node) => node['Actual Rows'] * node['Actual Loops']);
    expect(Math.max(...read)).toBeLessThan(100);
  });

  it('[4.release-turns] [4.neighbours] of one account, however many or expensive, do not delay those of another account', async () => {
    await client.query('UPDATE release SET due_at = NULL');
    await queue(first, 2_000);
    await client.query(
      `CREATE TABLE settled (place integer GENERATED ALWAYS AS IDENTITY, account_id uuid);
       CREATE FUNCTION settle() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN INSERT INTO settled (account_id) VALUES (NEW.account_id); RETURN NULL; END';
       CREATE TRIGGER settle AFTER UPDATE ON release FOR EACH ROW
         WHEN (OLD.due_at IS NOT NULL AND NEW.due_at IS NULL) EXECUTE FUNCTION settle()`,
    );
    const { api: greedy } = await desk.caller();
    const content = Array.from({ length: 17_000 }, (_, n) => `w${n * 7_919}`).join(' ');
    const expensive: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const { id } = expectAccepted(await greedy.create(newDocument({ content })), 201);
      expectAccepted(await greedy.publish(id, { expectedVersion: 1 }), 202);
      expensive.push(id);
    }
    const { id: early } = expectAccepted(await desk.api.create(newDocument()), 201);
    expectAccepted(await desk.api.publish(early, { expectedVersion: 1 }), 202);
    const worker = await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
    const { state } = expectAccepted(await desk.api.read(early, { Prefer: 'wait=20' }), 200);
    expect(state).toBe('published');
    const { rows: settled } = await client.query<{ place: number }>(
      'SELECT place FROM settled WHERE account_id = $1',
      [desk.accountId],
    );
    expect(settled).toHaveLength(1);
    expect(settled[0]!.place).toBeLessThan(100);
    const late = await released(desk.api);
    expect(late.indexStatus).toBe('ready');
    const { rows: waiting } = await client.query(
      'SELECT FROM release WHERE publication_id = ANY ($1) AND due_at IS NOT NULL',
      [expensive],
    );
    await worker.stop();
    expect(waiting.length).toBeGreaterThan(3);
  });
});
