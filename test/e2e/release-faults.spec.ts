import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

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

describe('faults of the infrastructure', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
    await sql(desk.databaseUrl, KEEP_RETRIES);
  });
  afterAll(() => desk.close());

  /** Lets a table refuse every new row while `work` runs, so that statements of the worker fail. */
  const refusing = async (table: string, work: () => Promise<void>): Promise<void> => {
    await sql(
      desk.databaseUrl,
      `ALTER TABLE ${table} ADD CONSTRAINT closed CHECK (false) NOT VALID`,
    );
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

  it('[3.infrastructure-retried] [3.release-failed] delay each retry of a release longer than the one before, and make the release fail at attempt 8', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
    await refusing('signed_record', async () => {
      await desk.api.publish(id, { expectedVersion: 1 });
      await failure(id, 1, 1_000);
      await failure(id, 2, 2_000);
      expect((await desk.api.read(id)).body).toMatchObject({
        state: 'publishing',
        publishError: null,
      });
      await hasten(id, 7);
      const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
      expect(body).toMatchObject({
        state: 'review',
        publishedVersion: null,
        publishError: { code: 'release_failed', version: 1 },
      });
    });
    const again = await desk.api.publish(
      id,
      { expectedVersion: 1 },
      { headers: { Prefer: 'wait=20' } },
    );
    expect(again.body).toMatchObject({ state: 'published', publishError: null });
  });

  it('[1.release-asynchronous] [3.index-pending] [3.index-failed] [3.publish-reindexes] leave a page public if its indexing fails; a new publish indexes the page', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument({ title: 'Okapi' })), 201);
    await refusing('search_entry', async () => {
      await desk.api.publish(id, { expectedVersion: 1 });
      await expect
        .poll(async () => (await desk.api.read(id)).body)
        .toMatchObject({ state: 'published', publishedVersion: 1, indexStatus: 'pending' });
      expectRefusal(await desk.api.publish(id, { expectedVersion: 1 }), 409, 'already_published');
      await hasten(id, 7);
      const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
      expect(body).toMatchObject({
        state: 'published',
        indexStatus: 'pending',
        publishError: { code: 'index_failed', version: 1 },
      });
      expect((await fetch(url)).status).toBe(200);
    });
    const again = await desk.api.publish(
      id,
      { expectedVersion: 1 },
      { headers: { Prefer: 'wait=20' } },
    );
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
    const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
    await refusing('signed_record', async () => {
      await desk.api.publish(id, { expectedVersion: 1 });
      await failure(id, 1, 1_000);
      // This is the state after the worker of the eighth attempt was killed, and the lease of this worker has ended.
      await hasten(id, 8);
      const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
      expect(body).toMatchObject({
        state: 'review',
        publishError: { code: 'render_failed', version: 1 },
      });
    });
  });

  it('[3.withdrawn-cancels] do not make public a document that was withdrawn during its release', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument()), 201);
    await refusing('signed_record', async () => {
      await desk.api.publish(id, { expectedVersion: 1 });
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
