import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { ReindexScope } from '../../src/releases/reindexing.service.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { released } from '../setup/released.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { Cli } from '../setup/cli.js';

const BUILT = join(import.meta.dirname, '../../dist/src');
const CLI = join(BUILT, 'cli.js');
const PATIENCE_MS = 20_000;

type CliModuleFile = typeof import('../../src/cli.module.js');
type ServicesFile = typeof import('../../src/operator/command-context.js');

describe('publications reindex', () => {
  let desk: Desk;
  let cli: Cli;
  let services: Services;
  beforeAll(async () => {
    desk = await openDesk();
    cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    // Uses the built code, because worker threads cannot run TypeScript.
    const { CliModule } = (await import(join(BUILT, 'cli.module.js'))) as CliModuleFile;
    const { startServices } = (await import(
      join(BUILT, 'operator/command-context.js')
    )) as ServicesFile;
    services = await startServices(CliModule.register(readConfig({}), desk.databaseUrl));
  });
  afterAll(async () => {
    await services.close();
    await desk.close();
  });

  /** Releases a document that a search for `word` finds, and returns its id. */
  const findable = async (word: string): Promise<string> =>
    (await released(desk.api, { title: word })).id;

  async function found(word: string): Promise<number> {
    const answer = await fetch(`${desk.url}/search.json?q=${word}`);
    return ((await answer.json()) as { total: number }).total;
  }

  const carryOut = (scope: ReindexScope, signal = new AbortController().signal) =>
    services.reindexing.reindex(scope, { start: () => {}, step: () => {} }, signal);
  const reindex = (all: boolean, signal?: AbortSignal) => carryOut({ all, render: false }, signal);
  const renderAll = () => carryOut({ all: false, render: true });

  it('indexes documents that are not marked as indexed, and no others [10.reindex]', async () => {
    const [lacking, intact] = [await findable('quokka'), await findable('bilby')];
    const failed = JSON.stringify({
      code: 'index_failed',
      message: 'x',
      version: 1,
      failedAt: 'x',
    });
    await sql(
      desk.databaseUrl,
      `DELETE FROM search_entry e USING revision r WHERE is_public AND (r.publication_id, r.version) = (e.publication_id, e.version) AND document ->> 'title' IN ('quokka', 'bilby')`,
    );
    await sql(
      desk.databaseUrl,
      `UPDATE release SET indexed_version = NULL, error = $2 WHERE publication_id = $1`,
      [lacking, failed],
    );
    expect((await desk.api.read(lacking)).body).toMatchObject({ indexStatus: 'pending' });
    expect(await cli.json('publications', 'reindex')).toEqual({
      indexed: 1,
      workingRevisions: 0,
      inFlight: 0,
      faults: [],
      interrupted: false,
    });
    expect([await found('quokka'), await found('bilby')]).toEqual([1, 0]);
    expect((await desk.api.read(lacking)).body).toMatchObject({
      state: 'published',
      indexStatus: 'ready',
      publishError: null,
    });
    expect((await desk.api.read(intact)).body).toMatchObject({ indexStatus: 'ready' });
  });

  it('indexes all documents again with --all, and indexed documents stay searchable meanwhile [10.reindex] [3.indexed]', async () => {
    await findable('potoroo');
    await sql(
      desk.databaseUrl,
      `DELETE FROM search_entry e USING revision r WHERE is_public AND (r.publication_id, r.version) = (e.publication_id, e.version) AND document ->> 'title' = 'bilby'`,
    );
    const run = cli.run('publications', 'reindex', '--all');
    const ended = run.then(() => true);
    while (!(await Promise.race([ended, sleep(10, false)]))) expect(await found('quokka')).toBe(1);
    const { status, stdout } = await run;
    const [{ count }] = (await sql(
      desk.databaseUrl,
      'SELECT count(*)::integer AS count FROM page',
    )) as [{ count: number }];
    expect({ status, lines: stdout.split('\n') }).toEqual({
      status: 0,
      lines: [
        `Indexed ${count} documents.`,
        expect.stringMatching(
          /^The search index of \d+ working revisions is being rebuilt in the background\.$/,
        ),
        '',
      ],
    });
    expect([await found('quokka'), await found('bilby'), await found('potoroo')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('makes the workers index working revisions again with --all [10.reindex]', async () => {
    const draft = (await desk.api.create(newDocument({ content: 'A wallaroo.' }))).body.id;
    const ahead = await findable('bandicoot');
    await desk.api.update(ahead, { expectedVersion: 1, content: 'Another wallaroo.' });
    const foundOwn = async (q: string): Promise<string[]> =>
      expectAccepted(await desk.api.list(`?limit=100&q=${q}`), 200).items.map(({ id }) => id);
    const both = expect.arrayContaining([draft, ahead]);
    await expect.poll(() => foundOwn('wallaroo')).toEqual(both);
    // Waits until the workers have indexed all documents, because `reindex` does not count a document that still waits.
    const lacking = 'SELECT FROM publication WHERE searched_version IS DISTINCT FROM version';
    await expect.poll(() => sql(desk.databaseUrl, lacking)).toEqual([]);
    // Simulates words that an older version of the service made.
    await sql(
      desk.databaseUrl,
      `UPDATE search_entry SET vector = replace(vector::text, 'wallaroo', 'formerword')::tsvector`,
    );
    expect([await foundOwn('wallaroo'), await foundOwn('formerword')]).toEqual([[], both]);
    expect(await reindex(false)).toMatchObject({ workingRevisions: 0 });
    const [{ count }] = (await sql(
      desk.databaseUrl,
      'SELECT count(*)::integer AS count FROM publication',
    )) as [{ count: number }];
    expect(await reindex(true)).toMatchObject({ workingRevisions: count, faults: [] });
    await expect.poll(() => foundOwn('wallaroo')).toEqual(both);
    expect(await foundOwn('formerword')).toEqual([]);
  });

  it('makes a release before its turn write the new words of the draft that it publishes [10.reindex]', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument({ content: 'A yapok.' })), 201);
    const own = async () => (await desk.api.list('?q=yapok')).body.items.length;
    await expect.poll(own).toBe(1);
    await sql(
      desk.databaseUrl,
      `UPDATE search_entry SET vector = replace(vector::text, 'yapok', 'formerword')::tsvector WHERE publication_id = $1`,
      [id],
    );
    // A revision that waits for the sweep, which others keep busy.
    await sql(
      desk.databaseUrl,
      `UPDATE publication SET searched_version = NULL, search_after = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    await desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT);
    expect([await found('yapok'), await own()]).toEqual([1, 1]);
    expect(await found('formerword')).toBe(0);
  });

  it('clears the failure of a document that is in the index [10.reindex]', async () => {
    const id = await findable('chuditch');
    const failed = { code: 'index_failed', message: 'x', version: 1, failedAt: 'x' };
    await sql(desk.databaseUrl, 'UPDATE release SET error = $2 WHERE publication_id = $1', [
      id,
      JSON.stringify(failed),
    ]);
    expect((await desk.api.read(id)).body).toMatchObject({ indexStatus: 'ready' });
    expect(await reindex(false)).toMatchObject({ indexed: 1 });
    expect((await desk.api.read(id)).body.publishError).toBeNull();
  });

  it('leaves a document ready, without a publishError, if its reindexing failed [10.reindex]', async () => {
    const id = await findable('kultarr');
    // Repeats the claim, because the worker may still hold the row for a moment.
    const job = await vi.waitFor(async () => {
      const [claimed] = await services.releaseJobs.claimToIndex(true, [id], 1);
      expect(claimed).toBeDefined();
      return claimed!;
    }, PATIENCE_MS);
    await services.releaseJobs.markFailed(job, 'index_failed', 'no');
    expect((await desk.api.read(id)).body).toMatchObject({
      indexStatus: 'ready',
      publishError: null,
    });
  });

  it('waits for releases in flight, and reports those that stay in flight [10.reindex-in-flight]', async () => {
    const [short, long] = [await findable('bettong'), await findable('quoll')];
    const later = `UPDATE release SET in_flight = true, due_at = now() + interval '1 hour'
                   WHERE publication_id = ANY ($1)`;
    await sql(desk.databaseUrl, later, [[short, long]]);
    await sql(
      desk.databaseUrl,
      `DELETE FROM search_entry e USING revision r WHERE is_public AND (r.publication_id, r.version) = (e.publication_id, e.version) AND document ->> 'title' IN ('bettong', 'quoll')`,
    );
    const settled = 'UPDATE release SET in_flight = false, due_at = NULL WHERE publication_id = $1';
    const [report] = await Promise.all([
      cli.run('publications', 'reindex', '--all'),
      sleep(3_000).then(() => sql(desk.databaseUrl, settled, [short])),
    ]);
    expect(report.status).toBe(0);
    expect(report.stdout).toContain('1 documents were not indexed now');
    expect([await found('bettong'), await found('quoll')]).toEqual([1, 0]);
    await sql(desk.databaseUrl, settled, [long]);
    expect(await reindex(true)).toMatchObject({ inFlight: 0, faults: [] });
    expect(await found('quoll')).toBe(1);
  });

  it('is superseded by a release or a withdrawal that comes meanwhile [10.reindex-guarded]', async () => {
    const [newer, withdrawn] = [await findable('numbat'), await findable('dunnart')];
    const claim = () => services.releaseJobs.claimToIndex(true, [newer, withdrawn], 2);
    let jobs = await claim();
    // Repeats the claim, because a claim skips a row that the worker still holds.
    while (jobs.length < 2) {
      await services.releaseJobs.giveBack(jobs);
      jobs = await claim();
    }
    await desk.api.update(newer, { expectedVersion: 1, title: 'kowari' });
    await desk.api.publish(newer, { expectedVersion: 2 }, LONG_WAIT);
    await services.withdrawals.withdraw(withdrawn, 'a mistake');
    const { steps } = services.reindexing as unknown as { steps: ReleaseStepsLike };
    for (const job of jobs) await steps.index(job);
    expect([await found('numbat'), await found('kowari'), await found('dunnart')]).toEqual([
      0, 1, 0,
    ]);
  });

  it('ends with a correct index, even during releases and withdrawals [10.reindex-guarded]', async () => {
    const words = Array.from({ length: 12 }, (_, index) => `word${'abcdefghijkl'[index]}`);
    const ids = await Promise.all(words.map((word) => findable(word)));
    const changes = ids.map(async (id, index) => {
      if (index % 3 === 0) return services.withdrawals.withdraw(id, 'a mistake');
      await desk.api.update(id, { expectedVersion: 1, title: `new${words[index]}` });
      return desk.api.publish(id, { expectedVersion: 2 }, LONG_WAIT);
    });
    await Promise.all([...changes, reindex(true), reindex(true)]);
    await reindex(false);
    const indexed = await sql<{ title: string }>(
      desk.databaseUrl,
      `SELECT document ->> 'title' AS title FROM search_entry JOIN revision USING (publication_id, version)
        WHERE is_public AND document ->> 'title' LIKE '%word_' ORDER BY title`,
    );
    const kept = words.filter((_, index) => index % 3 !== 0).map((word) => `new${word}`);
    expect(indexed.map(({ title }) => title)).toEqual(kept);
  });

  it('keeps the documents that it renders from the workers, also if it takes longer than a lease [10.reindex-render]', async () => {
    await findable('thylacine');
    const leases = () =>
      sql(desk.databaseUrl, 'SELECT publication_id, due_at FROM release WHERE due_at IS NOT NULL');
    await expect.poll(leases).toEqual([]);
    // Whoever renders a document reads the signing key first.
    const rendered = await whileLocked(desk.databaseUrl, 'LOCK TABLE signing_key', async () => {
      const rendering = renderAll();
      await lockAwaited(desk.databaseUrl);
      const first = await leases();
      await expect.poll(leases).not.toEqual(first);
      return { rendering };
    });
    expect(await rendered.rendering).toMatchObject({ inFlight: 0, faults: [] });
  });

  it('renders a document that a worker took over, and only indexed [10.reindex-render]', async () => {
    const id = await findable('wombat');
    const due = 'SELECT FROM release WHERE due_at IS NOT NULL';
    await expect.poll(() => sql(desk.databaseUrl, due)).toEqual([]);
    const where = `FROM released_version WHERE publication_id = '${id}'`;
    const [before] = await sql(desk.databaseUrl, `SELECT html ${where}`);
    await sql(
      desk.databaseUrl,
      `UPDATE released_version SET html = 'old' WHERE publication_id = '${id}'`,
    );
    // The first claim is superseded at once.
    await sql(
      desk.databaseUrl,
      `CREATE SEQUENCE claims;
       CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('claims') = 1 THEN
           UPDATE release SET fencing_token = fencing_token + 1 WHERE publication_id = NEW.publication_id;
         END IF;
         RETURN NULL;
       END $$;
       CREATE TRIGGER take_over AFTER UPDATE ON release FOR EACH ROW
         WHEN (NEW.publication_id = '${id}' AND NEW.due_at IS NOT NULL) EXECUTE FUNCTION take_over()`,
    );
    expect(await renderAll()).toMatchObject({ inFlight: 0, faults: [] });
    await sql(desk.databaseUrl, 'DROP FUNCTION take_over CASCADE; DROP SEQUENCE claims');
    expect(await sql(desk.databaseUrl, `SELECT html ${where}`)).toEqual([before]);
  });

  it('ends cleanly when it is interrupted [10.reindex-restart]', async () => {
    const report = await reindex(true, AbortSignal.abort());
    expect(report).toMatchObject({ indexed: 0, interrupted: true });
  });

  it('is completed by the next run after it was killed [10.reindex-restart]', async () => {
    await sql(
      desk.databaseUrl,
      'UPDATE release SET indexed_version = NULL WHERE published_version IS NOT NULL',
    );
    const child = spawn(process.execPath, [CLI, 'publications', 'reindex'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: desk.databaseUrl },
      stdio: 'ignore',
    });
    const lacking =
      'SELECT 1 FROM release WHERE published_version IS DISTINCT FROM indexed_version';
    const before = (await sql(desk.databaseUrl, lacking)).length;
    while ((await sql(desk.databaseUrl, lacking)).length === before) await sleep(10);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await cli.json('publications', 'reindex')).toMatchObject({ faults: [] });
    // The next run, or the service, finishes the documents of the killed run.
    while ((await sql(desk.databaseUrl, lacking)).length > 0) await sleep(50);
  });
});

interface ReleaseStepsLike {
  index(job: object): Promise<void>;
}
