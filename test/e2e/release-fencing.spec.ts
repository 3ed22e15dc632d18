import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
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

describe('a worker that was stopped during the publish of a newer revision', () => {
  it('[3.never-older-after-newer] [3.publish-newer] does not make the older revision public', async () => {
    const { id, url } = (await desk.api.create(newDocument({ content: LONG }))).body;
    await desk.api.publish(id, { expectedVersion: 1 });
    await taken(id);
    process.kill(worker.pid, 'SIGSTOP');
    await desk.api.update(id, { expectedVersion: 1, content: LONGER });
    const { status } = await desk.api.publish(id, { expectedVersion: 2 });
    const before = await fetch(`${url}.md`);
    process.kill(worker.pid, 'SIGCONT');
    const { body } = await desk.api.read(id, { Prefer: 'wait=30' });
    const page = await (await fetch(`${url}.md`)).text();
    expect([status, before.status]).toEqual([202, 404]);
    expect([/^version: .*$/m.exec(page)?.[0]]).toEqual(['version: 2']);
    expect(body).toMatchObject({ state: 'published', publishedVersion: 2, indexStatus: 'ready' });
  });
});
