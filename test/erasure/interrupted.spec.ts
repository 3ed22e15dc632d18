import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { Cli, LastingCli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { previewOf } from '../setup/preview.js';
import { released } from '../setup/released.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { newMarker, placesOf } from './marker.js';

const PROGRAM = join(import.meta.dirname, '../../dist/src/cli.js');
const open = async (address: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(address);
  return { status: response.status, text: await response.text() };
};

/** Key of an advisory lock. A trigger waits for this lock before each deletion of a revision. */
const GATE = 4_711;

const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
const cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
afterAll(async () => {
  await cli.close();
  await desk.close();
});

const marked = (marker: string): object =>
  newDocument({ title: `Title ${marker}`, content: `Text ${marker}.`, tags: [marker] });

describe('an erasure that is killed', () => {
  it('[15.erase-again] [15.erased-404] [15.evidence-refused] has hidden the document, and completes when it is run again; there is no evidence before', async () => {
    const marker = newMarker();
    const { id, url } = await released(desk.api, marked(marker));
    const { url: preview } = await previewOf(desk.api, id);
    await sql(
      desk.databaseUrl,
      `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM pg_advisory_xact_lock(${GATE});
         RETURN OLD;
       END $$;
       CREATE TRIGGER gate BEFORE DELETE ON revision FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`,
    );
    const gatekeeper = new Client({ connectionString: desk.databaseUrl });
    await gatekeeper.connect();
    await gatekeeper.query('SELECT pg_advisory_lock($1)', [GATE]);
    const words = ['publications', 'erase', id, '--reason', 'the first', '--yes'];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: desk.databaseUrl },
      stdio: 'ignore',
    });
    await lockAwaited(desk.databaseUrl);
    child.kill('SIGKILL');
    await once(child, 'close');
    // The killed erasure has hidden the document, but not deleted its text.
    expect(await placesOf(desk.databaseUrl, marker)).toContain('revision.content');
    expect((await desk.api.read(id)).status).toBe(404);
    expect((await fetch(url)).status).toBe(410);
    expect((await fetch(preview)).status).toBe(404);
    const folder = join(await folderOf(), 'evidence');
    const evidence = () => cli.run('publications', 'evidence', id, folder);
    const refused = await evidence();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('is not finished: first run the erasure again.');
    const again = cli.json('publications', 'erase', id, '--reason', 'the second');
    await gatekeeper.end();
    expect(await again).toMatchObject({ id, reason: 'the first' });
    expect((await evidence()).status).toBe(0);
    expect((await new Cli({}).run('verify', folder)).status).toBe(0);
    expect(await placesOf(desk.databaseUrl, marker)).toEqual([]);
    const actions = await sql(
      desk.databaseUrl,
      `SELECT details ->> 'reason' AS reason FROM operator_action
        WHERE action = 'publications erase' AND details ->> 'publicationId' = $1`,
      [id],
    );
    expect(actions).toEqual([{ reason: 'the first' }]);
    await sql(desk.databaseUrl, 'DROP TRIGGER gate ON revision; DROP FUNCTION wait_at_gate');
  });
});

const count = (event: string, ...tables: string[]): string =>
  tables
    .map(
      (table) => `
  CREATE TRIGGER counted AFTER ${event} ON ${table} REFERENCING OLD TABLE AS old
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows();`,
    )
    .join('');

describe('an erasure of many revisions', () => {
  it('[15.erase-locks] uses small transactions: none changes more than 20 revisions, released revisions or pictures, or more than 500 rows in all', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    const each = (rows: number) =>
      `publication, generate_series(1, ${rows}) AS n WHERE id = '${id}'`;
    await sql(
      desk.databaseUrl,
      `INSERT INTO revision SELECT (jsonb_populate_record(r, jsonb_build_object('version', n))).*
         FROM revision r, generate_series(2, 1250) AS n WHERE publication_id = '${id}';
       INSERT INTO accepted_write
         SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'version', n, 'number', nextval('audit_number'),
                                         'idempotency_key', n, 'created_at', w.created_at + n * interval '1 s'))).*
         FROM accepted_write w, generate_series(2, 1250) AS n WHERE publication_id = '${id}';
       UPDATE publication SET version = 1250 WHERE id = '${id}';
       INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, channel, request_id)
         SELECT gen_random_uuid(), account_id, id, n, 'released', 'Ada', 'http', 'r' FROM ${each(600)};
       INSERT INTO signed_record (publication_id, number, version, sha256, jws)
         SELECT id, n, n, '', 'jws' FROM ${each(600)};
       INSERT INTO released_version (publication_id, version, renderer, published_at, first_published_at,
                                      account_name, record_number)
         SELECT id, n, 0, now(), now(), 'A', n FROM ${each(60)};
       INSERT INTO picture (account_id, sha256, type, width, height, bytes, original)
         SELECT account_id, n, 'png', 1, 1, 1, '' FROM ${each(60)};
       INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
         SELECT id, n, 0, account_id, n, true FROM ${each(600)};
       CREATE TABLE counted (transaction text, rows bigint, of text);
       CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO counted SELECT pg_current_xact_id(), count(*), TG_TABLE_NAME FROM old;
         RETURN NULL;
       END $$;
       ${count('DELETE', 'revision', 'revision_picture', 'picture')}
       ${count('UPDATE', 'accepted_write', 'decision', 'released_version', 'signed_record')}`,
    );
    const report = await cli.json('publications', 'erase', id, '--reason', 'many');
    expect(report).toMatchObject({ removed: { revision: 1_250, accepted_write: 1_250 } });
    const most = await sql<{ of: string | null; rows: number }>(
      desk.databaseUrl,
      `SELECT of, max(rows)::integer AS rows
         FROM (SELECT of, sum(rows) AS rows FROM counted
                GROUP BY GROUPING SETS ((transaction, of), transaction)) AS each
        GROUP BY of ORDER BY of`,
    );
    expect(most).toEqual([
      { of: 'accepted_write', rows: 500 },
      { of: 'decision', rows: 200 },
      { of: 'picture', rows: 20 },
      { of: 'released_version', rows: 20 },
      { of: 'revision', rows: 20 },
      { of: 'revision_picture', rows: 200 },
      { of: 'signed_record', rows: 200 },
      // This row counts the rows of all tables together.
      { of: null, rows: 500 },
    ]);
    await sql(desk.databaseUrl, 'DROP FUNCTION count_rows CASCADE; DROP TABLE counted');
  });
});

/**
 * Sends requests until `end` is called. Collects the statuses of the answers in `answers`. Collects in `halves` each
 * answer that has the status 200 but lacks the title.
 */
async function rush(id: string, url: string, version: number, marker: string) {
  const answers = new Map<string, Set<number>>();
  const halves: string[] = [];
  let isOver = false;
  const again = async (name: string, ask: () => Promise<{ status: number; text: string }>) => {
    const statuses = new Set<number>();
    answers.set(name, statuses);
    while (!isOver) {
      const { status, text } = await ask();
      statuses.add(status);
      if (status === 200 && !text.includes(`Title ${marker}`)) halves.push(`${name}: ${text}`);
      await sleep(Math.random() * 5);
    }
  };
  const { api } = desk;
  const path = `/api/v1/publications/${id}`;
  let current = version;
  const { url: preview } = await previewOf(api, id, 1);
  const all = [
    again('read', () => api.read(id)),
    again('revision', () => api.request('GET', `${path}?revision=1`)),
    again('changes', () => api.request('GET', `${path}?view=changes`)),
    again('history', () => api.request('GET', `${path}?view=history`)),
    again('update', async () => {
      const answer = await api.update(id, {
        expectedVersion: current,
        content: `Text ${marker} ${current}.`,
      });
      if (answer.status === 200) current += 1;
      return answer;
    }),
    again('restore', () => api.update(id, { expectedVersion: current, restoreVersion: 1 })),
    again('publish', () => api.publish(id, { expectedVersion: current })),
    again('preview', () => open(preview)),
    again('page', () => open(url)),
    again('markdown', () => open(`${url}.md`)),
    again('feed', async () => ({ ...(await open(`${desk.url}/feed.xml`)), status: 0 })),
  ];
  return {
    answers,
    halves,
    end: () => {
      isOver = true;
      return Promise.all(all);
    },
  };
}

describe('a request that races with an erasure', () => {
  it('[15.erased-404] [15.erased-replay] repeats no write of the document after the first commit of the erasure', async () => {
    const { api, databaseUrl } = desk;
    const text = marked(newMarker());
    const create = () => api.create(text, { key: 'create' });
    const { id } = expectAccepted(await create(), 201);
    const update = (title: string) =>
      api.update(id, { expectedVersion: 1, title }, { key: 'update' });
    expectAccepted(await update('Second'), 200);
    const publish = () => api.publish(id, { expectedVersion: 2 }, { key: 'publish' });
    expectAccepted(await publish(), 202);
    // The erasure hides the document, then waits for this transaction before it removes the stored answers.
    const erasure = await whileLocked(databaseUrl, 'SELECT 1', async () => {
      const begun = cli.json('publications', 'erase', id, '--reason', 'repeated');
      await expect.poll(async () => (await api.read(id)).status).toBe(404);
      const taken = await create();
      expectRefusal(taken, 409, 'path_conflict');
      expect(taken.body.nextStep).toContain('a document that you cannot change');
      expectRefusal(await update('Second'), 404, 'not_found');
      expectRefusal(await publish(), 404, 'not_found');
      expectRefusal(await update('Another'), 422, 'idempotency_key_reused');
      return { begun };
    });
    expect(await erasure.begun).toMatchObject({ removed: { accepted_write: 3 } });
  });

  it('[15.erase-races] [9.preview-one-404] for a preview gets 404 if the revision is erased meanwhile', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    const { url } = await previewOf(desk.api, id);
    const unknown = await open(`${desk.url}/preview/unknown`);
    const eraser = new Client({ connectionString: desk.databaseUrl });
    await eraser.connect();
    // A request for a preview reads the revision twice. The first read checks the token, and does not use the locked
    // table. The second read gets the text, and uses the locked table.
    await eraser.query('BEGIN; LOCK TABLE revision_picture IN ACCESS EXCLUSIVE MODE');
    const previews = Promise.all([open(url), open(`${url}/changes`)]);
    await lockAwaited(desk.databaseUrl, 2);
    await eraser.query('DELETE FROM revision WHERE publication_id = $1', [id]);
    await eraser.query('COMMIT');
    await eraser.end();
    expect(await previews).toEqual([unknown, unknown]);
  });

  it('[15.erase-races] is carried out or gets 404, 409, 410 or 422, and no erased text is stored again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const marker = newMarker();
      const { id, url } = await released(desk.api, marked(marker));
      const { answers, halves, end } = await rush(id, url, 1, marker);
      await sleep(200 + Math.random() * 400);
      await cli.json('publications', 'erase', id, '--reason', 'a race');
      const [left, read, page] = await Promise.all([
        placesOf(desk.databaseUrl, marker),
        desk.api.read(id),
        fetch(url),
      ]);
      expect(left).toEqual([]);
      expect([read.status, page.status]).toEqual([404, 410]);
      await sleep(300);
      await end();
      expect(halves).toEqual([]);
      expect(await placesOf(desk.databaseUrl, marker)).toEqual([]);
      const allowed = new Set([0, 200, 202, 404, 409, 410, 422]);
      const others = [...answers].map(([name, statuses]) => [
        name,
        [...statuses].filter((status) => !allowed.has(status)),
      ]);
      expect(others).toEqual([...answers.keys()].map((name) => [name, []]));
      for (const name of ['read', 'update', 'publish', 'preview']) {
        expect([name, answers.get(name)!.has(404)]).toEqual([name, true]);
      }
    }
    expect(desk.log()).not.toMatch(/"level":(50|60)|TypeError/);
  });
});
