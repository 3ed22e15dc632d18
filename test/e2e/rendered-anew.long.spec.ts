import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { client as clientOf } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';

const OLD = '<p onclick="x()">As it was rendered</p>';

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

/** Runs a worker in addition to the service during `work`. */
async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** Releases a document, and replaces its page by a page of an older renderer. */
async function releasedLongAgo(): Promise<{ readonly id: string; readonly path: string }> {
  const slug = `old-${randomUUID()}`;
  const document = newDocument({ locale: 'en', slug, content: '# One\n\nText.\n' });
  const { id } = expectAccepted(await desk.api.create(document), 201);
  await withWorker(() => desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT));
  await client.query(
    `UPDATE released_page SET html = $2, rendered_by = 'older', account_name = 'Of then'
      WHERE publication_id = $1`,
    [id, OLD],
  );
  return { id, path: `/en/${slug}` };
}

const facts = async (id: string): Promise<unknown> => {
  const { rows } = await client.query(
    `SELECT version, first_published_at, published_at, account_name FROM released_page
      WHERE publication_id = $1`,
    [id],
  );
  return rows[0];
};

const page = async (path: string) => {
  const answer = await fetch(desk.url + path);
  const validators = [answer.headers.get('etag'), answer.headers.get('last-modified')];
  return { text: await answer.text(), validators };
};

/** Checks that `mend` renders an old page again, keeps the facts of its release, and changes its validators. */
async function expectMended(mend: () => Promise<unknown>): Promise<void> {
  const { id, path } = await releasedLongAgo();
  const before = { facts: await facts(id), page: await page(path) };
  expect(before.page.text).toContain(OLD);
  await mend();
  await expect.poll(async () => (await page(path)).text).not.toContain('As it was rendered');
  const after = { facts: await facts(id), page: await page(path) };
  expect(after.page.text).toContain('<h2 id="s-one">One<');
  expect(after.facts).toEqual(before.facts);
  const [[etag, modified], [etagBefore, modifiedBefore]] = [
    after.page.validators,
    before.page.validators,
  ];
  expect(etag).not.toBe(etagBefore);
  expect(Date.parse(modified!)).toBeGreaterThan(Date.parse(modifiedBefore!));
  const byDate = await fetch(desk.url + path, {
    headers: { 'if-modified-since': modifiedBefore! },
  });
  expect(byDate.status).toBe(200);
  const { body } = await desk.api.read(id);
  expect(body).toMatchObject({ state: 'published', indexStatus: 'ready', publishError: null });
}

describe('a page that an older renderer made', { timeout: 120_000 }, () => {
  it('[9.rendered-anew] is rendered again by an idle worker', async () => {
    await expectMended(() => withWorker(() => new Promise((done) => setTimeout(done, 3_000))));
  });

  it('[10.reindex-render] is rendered again by `publications reindex --render`', async () => {
    await expectMended(async () => {
      const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
      expect(await cli.run('publications', 'reindex', '--render')).toMatchObject({ status: 0 });
    });
  });

  it('does not make the worker update the feeds more often than every ten seconds', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const document = newDocument({ locale: 'en', slug: `many-${randomUUID()}` });
        return expectAccepted(await desk.api.create(document), 201).id;
      }),
    );
    await withWorker(() =>
      Promise.all(ids.map((id) => desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT))),
    );
    await client.query(`UPDATE released_page SET rendered_by = 'older'`);
    // Counts statements instead of rows. If a feed becomes outdated while the worker makes it, the statement stores no
    // row.
    await client.query(`
      CREATE TABLE feed_update ();
      CREATE FUNCTION note_feed_update() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO feed_update DEFAULT VALUES; RETURN NULL; END';
      CREATE TRIGGER noted BEFORE INSERT ON prerendered_feed EXECUTE FUNCTION note_feed_update()`);
    const updates = async (): Promise<number> =>
      (await client.query('SELECT FROM feed_update')).rowCount!;
    const service = await startService({ databaseUrl: desk.databaseUrl });
    try {
      const api = clientOf(service.url, desk.key);
      const begun = performance.now();
      const releaseOften = async (id: string): Promise<void> => {
        for (let version = 1; performance.now() - begun < 20_000; version += 1) {
          const change = { expectedVersion: version, content: `Text ${version}` };
          expectAccepted(await api.update(id, change), 200);
          const expected = { expectedVersion: version + 1 };
          expectAccepted(await api.publish(id, expected, LONG_WAIT), 202);
        }
      };
      await Promise.all(ids.slice(0, 4).map(releaseOften));
      const seconds = (performance.now() - begun) / 1_000;
      // An update makes two feeds. Besides the update every ten seconds, one update comes at the start, and one update
      // can be unfinished.
      expect(await updates()).toBeLessThanOrEqual(2 * (seconds / 10 + 3));
      await expect.poll(updates).toBeGreaterThan(2);
    } finally {
      await service.stop();
    }
  });

  it('gets no 304 for If-Modified-Since', async () => {
    const { path } = await releasedLongAgo();
    await page(path);
    const answer = await fetch(desk.url + path, {
      headers: { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() },
    });
    // The date does not identify a page of another edition. A matching date alone therefore causes no 304.
    expect(answer.status).toBe(200);
  });
});
