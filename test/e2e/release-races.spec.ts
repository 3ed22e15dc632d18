import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { startService } from '../setup/service.js';

/** Two workers and many publishers: what is public only ever grows newer. */
describe('raced releases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
    await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
  });
  afterAll(() => desk.close());

  const versionOf = async (url: string): Promise<number> => {
    const page = await fetch(`${url}.md`);
    return page.ok ? Number(/^version: (\d+)$/m.exec(await page.text())![1]) : 0;
  };

  async function race(round: number): Promise<void> {
    const { id, url } = (await desk.api.create(newDocument({ slug: `race-${round}` }))).body;
    await desk.api.update(id, { expectedVersion: 1, title: 'Two' });
    await desk.api.update(id, { expectedVersion: 2, title: 'Three' });
    const seen: number[] = [];
    let done = false;
    const watcher = (async () => {
      while (!done) seen.push(await versionOf(url));
    })();
    const [third, fourth] = await Promise.all([
      desk.api.publish(id, { expectedVersion: 3 }),
      desk.api
        .update(id, { expectedVersion: 3, title: 'Four' })
        .then(() => desk.api.publish(id, { expectedVersion: 4 })),
    ]);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    done = true;
    await watcher;
    const named = [...(third.status === 202 ? [3] : []), ...(fourth.status === 202 ? [4] : [])];
    expect(fourth.status).toBe(202);
    expect(body).toMatchObject({ state: 'published', publishedVersion: 4, indexStatus: 'ready' });
    expect(seen.filter((version) => version !== 0 && !named.includes(version))).toEqual([]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  }

  it('[3.never-older-after-newer] [3.publish-newer] never shows an older revision after a newer one, over 200 races', async () => {
    for (let round = 0; round < 200; round += 8) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => race(round + index)));
    }
  }, 120_000);
});
