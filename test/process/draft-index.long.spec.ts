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

const metrics = async (): Promise<string> => (await fetch(`${service.metricsUrl}/metrics`)).text();
const backlog = async (): Promise<number> =>
  Number(/^imprimatur_working_index_backlog (\d+)$/m.exec(await metrics())?.[1]);

/** Makes every insert of a search entry run `statement` first, while `work` runs. */
async function beforeEntries(statement: string, work: () => Promise<void>): Promise<void> {
  await sql(
    database.url,
    `CREATE OR REPLACE FUNCTION before_entry() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN ${statement}; RETURN NEW; END';
     CREATE TRIGGER before_entry BEFORE INSERT ON search_entry FOR EACH ROW EXECUTE FUNCTION before_entry()`,
  );
  try {
    await work();
  } finally {
    await sql(database.url, 'DROP TRIGGER before_entry ON search_entry');
  }
}

describe('the index of working revisions', () => {
  it('[4.list-q-after] [4.list-q-newest] is written by the process that accepted the write, without a worker', async () => {
    const id = await create();
    await until(async () => (await found('quince')) === 1);
    expectAccepted(await api.update(id, { expectedVersion: 1, content: 'A medlar.' }), 200);
    await until(async () => (await found('medlar')) === 1);
    expect(await found('quince')).toBe(0);
  });

  it('[4.list-q-after] loses no document if the process is killed between the write and the index', async () => {
    const DOCUMENTS = 10;
    const killed = await startService({ databaseUrl: database.url, env: { ROLE: 'api' } });
    await beforeEntries('PERFORM pg_sleep(2)', async () => {
      const writer = client(killed.url, account.key);
      for (let count = 0; count < DOCUMENTS; count += 1) {
        expectAccepted(await writer.create(newDocument({ content: 'A quince.' })), 201);
      }
      await killed.kill();
    });
    expect(await found('quince')).toBeLessThan(DOCUMENTS);
    await startWorker();
    await until(async () => (await found('quince')) === DOCUMENTS);
  });

  it('[4.list-q-after] lets two workers share what was missed: each document is indexed once', async () => {
    const DOCUMENTS = 15;
    await Promise.all(Array.from({ length: DOCUMENTS }, () => create()));
    await until(async () => (await found('quince')) === DOCUMENTS);
    await sql(
      database.url,
      `CREATE TABLE indexing (at timestamptz DEFAULT clock_timestamp());
       UPDATE publication SET searched_version = NULL, updated_at = updated_at - interval '1 minute';
       DELETE FROM search_entry`,
    );
    const [{ lacking }] = (await sql(
      database.url,
      'SELECT count(*)::integer AS lacking FROM publication',
    )) as [{ lacking: number }];
    await beforeEntries('INSERT INTO indexing DEFAULT VALUES', async () => {
      await Promise.all([startWorker(), startWorker()]);
      await until(async () => (await found('quince')) === DOCUMENTS);
      await until(async () => (await metrics()).includes('\nimprimatur_working_index_backlog 0\n'));
    });
    expect(await sql(database.url, 'SELECT FROM indexing')).toHaveLength(lacking);
  });

  it('[4.list-q-after] never makes an update wait, even while the index waits for a lock', async () => {
    const id = await create();
    await until(async () => (await found('quince')) === 1);
    const holder = new PgClient({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM search_entry WHERE publication_id = $1 FOR UPDATE', [id]);
    expectAccepted(await api.update(id, { expectedVersion: 1, content: 'A loquat.' }), 200);
    await lockAwaited(database.url);
    expectAccepted(await api.update(id, { expectedVersion: 2, content: 'A medlar.' }), 200);
    // An update that waited for the index would be the second statement that waits for a lock.
    expect(await lockWaits(database.url)).toBe(1);
    await holder.query('ROLLBACK');
    await holder.end();
    await until(async () => (await found('medlar')) === 1);
  });

  it('[4.list-q-after] has the words of the Markdown if a document cannot be rendered', async () => {
    // The HTML of this document would have ten million characters. The service does not render such a long document.
    const content = `[a]: https://a.example/${'x'.repeat(2_000)}\n\nquince ${'[a] '.repeat(5_000)}`;
    await create({ title: 'A medlar', content });
    await until(async () => (await found('medlar')) === 1);
    expect(await found('quince')).toBe(1);
  });

  it('has a metric for the number of documents that wait for indexing', async () => {
    const before = await backlog();
    await beforeEntries(`RAISE EXCEPTION ''not now''`, async () => {
      await create();
      await until(async () => (await backlog()) === before + 1);
    });
  });
});
