import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { lockAwaited, lockWaits } from '../setup/lock-awaited.js';
import { issueKey, type TestKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService, stopServices } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const PATIENCE_MS = 30_000;

const database = await freshDatabase();
const service = await startService({ databaseUrl: database.url, env: { ROLE: 'api' } });
/** A new account for each test, so that workers find only the documents of that test. */
let account: TestKey;
let api: Client;
let workers: Service[];
beforeEach(async () => {
  account = await issueKey(database.url, { limit: 10_000 });
  api = client(service.url, account.key);
  workers = [];
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));
afterAll(async () => {
  await stopServices();
  await database.drop();
});

async function startWorker(): Promise<Service> {
  const worker = await startService({ databaseUrl: database.url, env: { ROLE: 'worker' } });
  workers.push(worker);
  return worker;
}

const create = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ content: 'A quince.', ...changes })), 201).id;

async function found(q: string): Promise<number> {
  return expectAccepted(await api.list(`?limit=100&q=${q}`), 200).items.length;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('It did not come to pass.');
    await sleep(50);
  }
}

/** Returns how many times workers have indexed working revisions of the account. */
async function indexings(): Promise<number> {
  const ofAccount = 'SELECT puts FROM working_account WHERE account_id = $1';
  const rows = await sql<{ puts: number }>(database.url, ofAccount, [account.accountId]);
  return rows[0]?.puts ?? 0;
}

const metrics = async (): Promise<string> => (await fetch(`${service.metricsUrl}/metrics`)).text();

describe('the index of working revisions', () => {
  it('[4.list-q-after] loses no document when a worker is killed', async () => {
    const DOCUMENTS = 40;
    await Promise.all(Array.from({ length: DOCUMENTS }, () => create()));
    // Makes the indexing so slow that the worker cannot finish before the test kills it.
    await sql(
      database.url,
      `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END';
       CREATE TRIGGER linger BEFORE INSERT ON working_entry FOR EACH ROW EXECUTE FUNCTION linger()`,
    );
    const worker = await startWorker();
    await until(async () => (await found('quince')) > 0);
    await worker.kill();
    expect(await found('quince')).toBeLessThan(DOCUMENTS);
    await sql(database.url, 'DROP TRIGGER linger ON working_entry');
    await create();
    await startWorker();
    await until(async () => (await found('quince')) === DOCUMENTS + 1);
  });

  it('[4.list-q-after] indexes each document once if two workers run', async () => {
    const DOCUMENTS = 60;
    await Promise.all(Array.from({ length: DOCUMENTS }, () => create()));
    await Promise.all([startWorker(), startWorker()]);
    await until(async () => (await found('quince')) === DOCUMENTS);
    expect(await indexings()).toBe(DOCUMENTS);
  });

  it('[4.list-q-after] indexes a document at most once a second, however often the document is written', async () => {
    await startWorker();
    const begun = performance.now();
    const id = await create();
    for (let expectedVersion = 1; expectedVersion < 20; expectedVersion += 1) {
      const content = expectedVersion === 19 ? 'A medlar.' : `A quince, ${expectedVersion}.`;
      expectAccepted(await api.update(id, { expectedVersion, content }), 200);
    }
    const seconds = Math.ceil((performance.now() - begun) / 1_000);
    await until(async () => (await found('medlar')) === 1);
    expect(await indexings()).toBeLessThanOrEqual(1 + seconds);
  });

  it('[4.list-q-after] lets a due release go first, but contains a new document after at most 10 s, even if the release stays due', async () => {
    const id = await create();
    await api.publish(id, { expectedVersion: 1 });
    const holder = new PgClient({ connectionString: database.url });
    await holder.connect();
    // Workers skip a locked release, so this release stays due.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM release FOR UPDATE');
    await startWorker();
    const written = performance.now();
    await create({ content: 'A medlar.' });
    await sleep(2_000);
    expect(await found('medlar')).toBe(0);
    await until(async () => (await found('medlar')) === 1);
    expect(performance.now() - written).toBeLessThan(10_000);
    await holder.query('COMMIT');
    await holder.end();
    expect((await api.read(id, { Prefer: 'wait=30' })).body.indexStatus).toBe('ready');
  });

  it('[4.list-q-after] takes the words from the release of the same revision', async () => {
    const id = await create();
    await api.publish(id, { expectedVersion: 1 });
    // The trigger prevents all claims of working revisions, so only the release can index the document.
    await sql(
      database.url,
      `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    );
    await sql(
      database.url,
      `CREATE TRIGGER nobody BEFORE INSERT ON working_claim FOR EACH ROW EXECUTE FUNCTION nothing()`,
    );
    await startWorker();
    await until(async () => (await found('quince')) === 1);
    expect((await api.read(id, { Prefer: 'wait=30' })).body.indexStatus).toBe('ready');
    await sql(database.url, 'DROP TRIGGER nobody ON working_claim');
  });

  it('[4.list-q-after] does not block updates of documents while a worker waits for a lock', async () => {
    const ids = [await create(), await create()];
    const holder = new PgClient({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO working_account (account_id, entries, puts, languages) VALUES ($1, 0, 0, '{}')`,
      [account.accountId],
    );
    await startWorker();
    await lockAwaited(database.url);
    let isOver = false;
    const watched = (async () => {
      let most = 0;
      while (!isOver) most = Math.max(most, await lockWaits(database.url));
      return most;
    })();
    for (const id of ids) {
      expectAccepted(await api.update(id, { expectedVersion: 1, title: 'A medlar' }), 200);
    }
    isOver = true;
    // A blocked update would wait for a lock for up to 1 s. `watched` would then count a second waiting statement.
    expect(await watched).toBe(1);
    await holder.query('ROLLBACK');
    await holder.end();
    await until(async () => (await found('medlar')) === 2);
  });

  it('[4.list-q-after] contains a new document after at most 10 s, even if another account has slow documents', async () => {
    // The highlighter takes seconds for each of these documents.
    const block = `\n\`\`\`ini\n${'a'.repeat(20_000)}\n\`\`\`\n`;
    const other = await issueKey(database.url, { limit: 100 });
    const slow = client(service.url, other.key);
    await startWorker();
    for (let count = 0; count < 8; count += 1) {
      const content = block.repeat(9).replaceAll('aa', `a${count}`);
      expectAccepted(await slow.create(newDocument({ content })), 201);
    }
    await sleep(1_000);
    const written = performance.now();
    await create();
    await until(async () => (await found('quince')) === 1);
    expect(performance.now() - written).toBeLessThan(10_000);
  });

  it('[4.list-q-after] leaves a slow document to the worker that claimed it', async () => {
    // Indexing takes 8 s, and a claim lasts 10 s. If the worker did not extend the claim, less than 5 s of the claim
    // would be left at the end of the loop.
    await sql(
      database.url,
      `CREATE OR REPLACE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN PERFORM pg_sleep(8); RETURN NEW; END';
       CREATE OR REPLACE TRIGGER delay BEFORE INSERT ON working_account FOR EACH ROW EXECUTE FUNCTION delay()`,
    );
    // Both workers run before the document exists, because a busy machine can take seconds to start one.
    await startWorker();
    await startWorker();
    const id = await create();
    const claims = () =>
      sql<{ attempts: number; left: number }>(
        database.url,
        `SELECT attempts, extract(epoch FROM until - now())::float8 AS left
           FROM working_claim WHERE publication_id = $1`,
        [id],
      );
    await until(async () => (await claims()).length > 0);
    const attempts: number[] = [];
    const end = performance.now() + 7_000;
    while (performance.now() < end) {
      const rows = await claims();
      attempts.push(...rows.map((row) => row.attempts));
      rows.forEach(({ left }) => expect(left).toBeGreaterThan(5));
      await sleep(200);
    }
    expect(new Set(attempts)).toEqual(new Set([1]));
    await sql(database.url, 'DROP TRIGGER delay ON working_account');
  });

  it('[4.list-q-after] takes the words from the Markdown if a document cannot be rendered', async () => {
    // The HTML of this document would have ten million characters. The service does not render such a long document.
    const content = `[a]: https://a.example/${'x'.repeat(2_000)}\n\nquince ${'[a] '.repeat(5_000)}`;
    await create({ title: 'A medlar', content });
    await startWorker();
    await until(async () => (await found('medlar')) === 1);
    expect(await found('quince')).toBe(1);
  });

  it('has a metric for the number of documents that wait for indexing', async () => {
    await create();
    expect(await metrics()).toContain('\nimprimatur_working_index_backlog 1\n');
    await startWorker();
    await until(async () => (await metrics()).includes('\nimprimatur_working_index_backlog 0\n'));
  });
});
