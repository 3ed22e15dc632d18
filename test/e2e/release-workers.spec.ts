import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids/ids.js';
import { CLAIM_JOBS } from '../../src/releases/release-jobs.statements.js';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { nodesOf, type PlanNode } from '../setup/plan.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { released } from '../setup/released.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk({ ROLE: 'api' });
const client = new Client({ connectionString: desk.databaseUrl });
await client.connect();
afterAll(async () => {
  await client.end();
  await desk.close();
});

const startWorker = (): Promise<Service> =>
  startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
/** The worker of all tests but the first ones, which start it when their releases are queued. */
let worker: Service;

const created = async (changes = {}) =>
  expectAccepted(await desk.api.create(newDocument(changes)), 201);
const publish = async (id: string, expectedVersion = 1) =>
  expectAccepted(await desk.api.publish(id, { expectedVersion }), 202);
const settled = async (id: string) => (await desk.api.read(id, { Prefer: 'wait=30' })).body;
const PUBLIC = { state: 'published', indexStatus: 'ready' };

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
    const { api: greedy, accountId } = await desk.caller();
    const content = Array.from({ length: 17_000 }, (_, n) => `w${n * 7_919}`).join(' ');
    for (let number = 0; number < 12; number += 1) {
      const { id } = expectAccepted(await greedy.create(newDocument({ content })), 201);
      expectAccepted(await greedy.publish(id, { expectedVersion: 1 }), 202);
    }
    const { id: early } = await created();
    await publish(early);
    worker = await startWorker();
    expect(await settled(early)).toMatchObject(PUBLIC);
    const { rows: places } = await client.query<{ place: number }>(
      'SELECT place FROM settled WHERE account_id = $1',
      [desk.accountId],
    );
    expect(places).toHaveLength(1);
    expect(places[0]!.place).toBeLessThan(100);
    const late = await released(desk.api);
    expect(late.indexStatus).toBe('ready');
    const { rows: waiting } = await client.query(
      'SELECT FROM release WHERE account_id = $1 AND due_at IS NOT NULL',
      [accountId],
    );
    expect(waiting.length).toBeGreaterThan(3);
  });

  /** The worker goes on without these releases. */
  afterAll(async () => {
    await client.query('DROP TRIGGER IF EXISTS settle ON release; DELETE FROM release');
    const queued = [[first, second, third]];
    await client.query('DELETE FROM publication WHERE account_id = ANY ($1)', queued);
  });
});

/** Returns Markdown that takes so long to render that the test can stop a worker during the rendering. */
const longTable = (rows: number): string =>
  '| **a** | [b](https://example.org) |\n| - | - |\n\n'.repeat(rows);
const LONG = longTable(400);
/** Takes longer to render than `LONG`. The worker therefore finishes the older revision before the newer revision. */
const LONGER = longTable(800);

/** Waits until a worker has claimed the job but not finished it. */
const taken = (id: string): Promise<unknown> =>
  vi.waitFor(
    async () => {
      const jobs = await sql(
        desk.databaseUrl,
        'SELECT FROM release WHERE publication_id = $1 AND in_flight AND attempts = 1',
        [id],
      );
      expect(jobs).toHaveLength(1);
    },
    { timeout: 20_000, interval: 5 },
  );

describe('a worker that was stopped during the publish of a newer revision', () => {
  it('[3.never-older-after-newer] [3.publish-newer] does not make the older revision public', async () => {
    const { id, url } = await created({ content: LONG });
    await publish(id);
    await taken(id);
    process.kill(worker.pid, 'SIGSTOP');
    await desk.api.update(id, { expectedVersion: 1, content: LONGER });
    await publish(id, 2);
    const before = await fetch(`${url}.md`);
    process.kill(worker.pid, 'SIGCONT');
    expect(await settled(id)).toMatchObject({ ...PUBLIC, publishedVersion: 2 });
    expect(before.status).toBe(404);
    expect(await (await fetch(`${url}.md`)).text()).toMatch(/^version: 2$/m);
  });
});

describe('releases that wait for a worker', () => {
  it('[3.releases-named-revision] [3.update-not-public] release the named revision, not a newer one', async () => {
    process.kill(worker.pid, 'SIGSTOP');
    const { id, url } = await created({ title: 'One' });
    await publish(id);
    const update = await desk.api.update(id, { expectedVersion: 1, title: 'Two' });
    expect(update.body).toMatchObject({ version: 2, state: 'publishing' });
    process.kill(worker.pid, 'SIGCONT');
    const public1 = { version: 2, publishedVersion: 1, state: 'draft', indexStatus: 'ready' };
    expect(await settled(id)).toMatchObject(public1);
    expect(await (await fetch(url)).text()).toContain('<h1>One</h1>');
  });

  it('[3.in-flight] [10.suspended-pages-stay] [10.suspended-releases-go-on] are not lost with a killed worker: the next one carries them out, for a suspended account too', async () => {
    process.kill(worker.pid, 'SIGSTOP');
    const documents = await Promise.all(Array.from({ length: 5 }, () => created()));
    const suspended = await desk.caller();
    const theirs = (await suspended.api.create(newDocument())).body;
    await suspended.api.publish(theirs.id, { expectedVersion: 1 });
    await operator(desk.databaseUrl, 'accounts', 'suspend', suspended.accountId);
    await Promise.all(documents.map(({ id }) => publish(id)));
    process.kill(worker.pid, 'SIGCONT');
    await worker.kill();
    worker = await startWorker();
    for (const { id } of documents) expect(await settled(id)).toMatchObject(PUBLIC);
    await expect.poll(async () => (await fetch(theirs.url)).status).toBe(200);
  });
});

/** Records the delay before each attempt, in ms, because the attempt can begin before the test reads `due_at`. */
const KEEP_RETRIES = `
  CREATE TABLE retry (publication_id uuid, attempts integer, wait double precision);
  CREATE FUNCTION keep_retry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO retry
      VALUES (NEW.publication_id, NEW.attempts, extract(epoch FROM NEW.due_at - now()) * 1000);
    RETURN NULL;
  END $$;
  CREATE TRIGGER keep_retry AFTER UPDATE ON release FOR EACH ROW WHEN (NEW.due_at > now())
    EXECUTE FUNCTION keep_retry()`;

/** Lets a table refuse every new row while `work` runs, so that statements of the worker fail. */
const refusing = async (table: string, work: () => Promise<void>): Promise<void> => {
  await sql(desk.databaseUrl, `ALTER TABLE ${table} ADD CONSTRAINT closed CHECK (false) NOT VALID`);
  try {
    await work();
  } finally {
    await sql(desk.databaseUrl, `ALTER TABLE ${table} DROP CONSTRAINT closed`);
  }
};

/** Waits until attempt number `attempts` has failed. Checks that the next attempt is due within `most` ms. */
const failure = async (id: string, attempts: number, most: number): Promise<void> => {
  // The trigger also stores a row for each lease. A lease lasts 5 s, so `wait <= $3` leaves these rows out.
  const text = 'SELECT FROM retry WHERE publication_id = $1 AND attempts = $2 AND wait <= $3';
  const failures = () => sql(desk.databaseUrl, text, [id, attempts, most]);
  await expect.poll(failures).toHaveLength(1);
};

const hasten = (id: string, attempts: number): Promise<unknown> =>
  sql(
    desk.databaseUrl,
    'UPDATE release SET attempts = $2, due_at = now() WHERE publication_id = $1',
    [id, attempts],
  );

describe('faults of the infrastructure', () => {
  beforeAll(() => sql(desk.databaseUrl, KEEP_RETRIES));

  it('[3.infrastructure-retried] [3.release-failed] delay each retry of a release longer than the one before, and make the release fail at attempt 8', async () => {
    const { id } = await created({ intent: 'review' });
    await refusing('signed_record', async () => {
      await publish(id);
      await failure(id, 1, 1_000);
      await failure(id, 2, 2_000);
      expect((await desk.api.read(id)).body).toMatchObject({
        state: 'publishing',
        publishError: null,
      });
      await hasten(id, 7);
      expect(await settled(id)).toMatchObject({
        state: 'review',
        publishedVersion: null,
        publishError: { code: 'release_failed', version: 1 },
      });
    });
    const again = await desk.api.publish(id, { expectedVersion: 1 }, WAIT);
    expect(again.body).toMatchObject({ state: 'published', publishError: null });
  });

  it('[1.release-asynchronous] [3.index-pending] [3.index-failed] [3.publish-reindexes] [3.already-published] leave a page public if its indexing fails; a new publish indexes the page', async () => {
    const { id, url } = await created({ title: 'Okapi' });
    await refusing('search_entry', async () => {
      await publish(id);
      await expect
        .poll(async () => (await desk.api.read(id)).body)
        .toMatchObject({ state: 'published', publishedVersion: 1, indexStatus: 'pending' });
      expectRefusal(await desk.api.publish(id, { expectedVersion: 1 }), 409, 'already_published');
      await hasten(id, 7);
      expect(await settled(id)).toMatchObject({
        state: 'published',
        indexStatus: 'pending',
        publishError: { code: 'index_failed', version: 1 },
      });
      expect((await fetch(url)).status).toBe(200);
    });
    const again = await desk.api.publish(id, { expectedVersion: 1 }, WAIT);
    expect(expectAccepted(again, 202)).toMatchObject({
      state: 'published',
      indexStatus: 'ready',
      publishError: null,
    });
    expectRefusal(await desk.api.publish(id, { expectedVersion: 1 }), 409, 'already_published');
    const found = await (await fetch(`${desk.url}/search?q=okapi`)).text();
    expect(found).toContain(new URL(url).pathname);
  });

  it('[3.worker-killed] make a release fail after its worker was killed eight times', async () => {
    const { id } = await created({ intent: 'review' });
    await refusing('signed_record', async () => {
      await publish(id);
      await failure(id, 1, 1_000);
      // This is the state after the worker of the eighth attempt was killed, and the lease of this worker has ended.
      await hasten(id, 8);
      expect(await settled(id)).toMatchObject({
        state: 'review',
        publishError: { code: 'render_failed', version: 1 },
      });
    });
  });

  it('[3.withdrawn-cancels] do not make public a document that was withdrawn during its release', async () => {
    const { id, url } = await created();
    await refusing('signed_record', async () => {
      await publish(id);
      await failure(id, 1, 1_000);
      await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'mistake');
    });
    await sleep(2_500);
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'draft',
      publishedVersion: null,
      indexStatus: 'not_published',
    });
    expect((await fetch(url)).status).toBe(404);
  });
});
