import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

/** Returns Markdown that takes so long to render that the test can stop a worker during the rendering. */
const table = (rows: number): string =>
  '| **a** | [b](https://example.org) |\n| - | - |\n\n'.repeat(rows);
const LONG = table(400);
/** Takes longer to render than `LONG`. The worker therefore finishes the older revision before the newer revision. */
const LONGER = table(800);

const desk = await openDesk({ ROLE: 'api' });
const worker = await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
afterAll(() => desk.close());

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

const created = async (changes = {}) =>
  expectAccepted(await desk.api.create(newDocument(changes)), 201);
const publish = async (id: string, expectedVersion = 1) =>
  expectAccepted(await desk.api.publish(id, { expectedVersion }), 202);
const settled = async (id: string) => (await desk.api.read(id, { Prefer: 'wait=30' })).body;
const PUBLIC = { state: 'published', indexStatus: 'ready' };

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
    const documents = await Promise.all(Array.from({ length: 20 }, () => created()));
    const suspended = await desk.caller();
    const theirs = (await suspended.api.create(newDocument())).body;
    await suspended.api.publish(theirs.id, { expectedVersion: 1 });
    await operator(desk.databaseUrl, 'accounts', 'suspend', suspended.accountId);
    await Promise.all(documents.map(({ id }) => publish(id)));
    process.kill(worker.pid, 'SIGCONT');
    await worker.kill();
    await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
    for (const { id } of documents) expect(await settled(id)).toMatchObject(PUBLIC);
    await expect.poll(async () => (await fetch(theirs.url)).status).toBe(200);
  });
});
