import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { startService } from '../setup/service.js';

/** Returns the public version, or 0 if there is none. */
async function versionOf(url: string): Promise<number> {
  const page = await fetch(`${url}.md`);
  return page.ok ? Number(/^version: (\d+)$/m.exec(await page.text())![1]) : 0;
}

/** Reads a page repeatedly until `end` settles. Returns the version that each read found. */
async function watch(url: string, end: Promise<unknown>): Promise<number[]> {
  const seen: number[] = [];
  let ended = false;
  const watching = end.finally(() => {
    ended = true;
  });
  do seen.push(await versionOf(url));
  while (!ended);
  await watching;
  return seen;
}

/** With two workers and many publishers, the public version must never decrease. */
describe('concurrent releases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
    await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker' } });
  });
  afterAll(() => desk.close());

  async function race(round: number): Promise<void> {
    const { id, url } = (await desk.api.create(newDocument({ slug: `race-${round}` }))).body;
    await desk.api.update(id, { expectedVersion: 1, title: 'Two' });
    await desk.api.update(id, { expectedVersion: 2, title: 'Three' });
    const publishes = Promise.all([
      desk.api.publish(id, { expectedVersion: 3 }),
      desk.api
        .update(id, { expectedVersion: 3, title: 'Four' })
        .then(() => desk.api.publish(id, { expectedVersion: 4 })),
    ]);
    const settled = publishes.then(() => desk.api.read(id, { Prefer: 'wait=20' }));
    const seen = await watch(url, settled);
    const [third, fourth] = await publishes;
    const shown = third.status === 202 ? [0, 3, 4] : [0, 4];
    expect(fourth.status).toBe(202);
    expect((await settled).body).toMatchObject({
      state: 'published',
      publishedVersion: 4,
      indexStatus: 'ready',
    });
    expect(shown).toEqual(expect.arrayContaining([...new Set(seen)]));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  }

  it('[3.never-older-after-newer] [3.publish-newer] never show an older revision after a newer one, in 200 races', async () => {
    for (let round = 0; round < 200; round += 8) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => race(round + index)));
    }
  });
});
