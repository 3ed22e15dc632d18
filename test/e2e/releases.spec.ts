import { beforeAll, describe, expect, it } from 'vitest';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

describe('the service', () => {
  let desk: SharedDesk;
  beforeAll(async () => {
    desk = await sharedDesk();
  });

  const created = async (changes = {}) =>
    expectAccepted(await desk.api.create(newDocument(changes)), 201);
  const released = async (id: string, expectedVersion: number) =>
    expectAccepted(await desk.api.publish(id, { expectedVersion }, WAIT), 202);
  const found = async (word: string): Promise<string[]> => {
    const response = await fetch(`${desk.url}/search.json?q=${encodeURIComponent(word)}`);
    const { hits } = (await response.json()) as { hits: { title: string }[] };
    return hits.map(({ title }) => title);
  };

  it('[3.state-published] [3.index-ready] [3.release-public] makes the revision named in a publish public and searchable', async () => {
    const { id, url } = await created({ title: 'Pangolin' });
    expect((await fetch(url)).status).toBe(404);
    expect(await released(id, 1)).toMatchObject({
      state: 'published',
      publishedVersion: 1,
      indexStatus: 'ready',
      publishError: null,
      publishedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect((await fetch(url)).status).toBe(200);
    expect(await found('pangolin')).toEqual(['Pangolin']);
  });

  it('[3.indexed] finds a document by its new words, and not by the old ones, as soon as indexStatus is ready', async () => {
    const { id } = await created({ title: 'Aardvark', content: 'A zyzzyva.' });
    await released(id, 1);
    for (let version = 2; version <= 4; version += 1) {
      await desk.api.update(id, { expectedVersion: version - 1, content: `word${version}x` });
      expect((await released(id, version)).indexStatus).toBe('ready');
      expect(await found(`word${version}x`)).toEqual(['Aardvark']);
      expect(await found(version === 2 ? 'zyzzyva' : `word${version - 1}x`)).toEqual([]);
    }
  });

  it('[3.update-not-public] [3.intent-restarts] does not change the page when a public document is updated', async () => {
    const { id, url } = await created({ title: 'Public', intent: 'review' });
    await released(id, 1);
    const update = await desk.api.update(id, { expectedVersion: 1, title: 'Secret' });
    expect(update.body).toMatchObject({ state: 'draft', publishedVersion: 1, version: 2 });
    expect(await (await fetch(url)).text()).not.toContain('Secret');
    expect(await found('secret')).toEqual([]);
  });

  it('[3.already-published] refuses to publish a revision that is public', async () => {
    const { id } = await created();
    await released(id, 1);
    expectRefusal(await desk.api.publish(id, { expectedVersion: 1 }), 409, 'already_published');
  });

  it('[3.sources-required] publishes a document without sources by default', async () => {
    const { id } = await created({ sources: [] });
    expect((await released(id, 1)).state).toBe('published');
  });

  it('[3.render-failed] [3.release-failed] [3.intent-restarts] lets a release fail permanently, at the first attempt, if the document cannot be rendered', async () => {
    const { id, url } = await created({ title: 'Fine' });
    await released(id, 1);
    // The HTML of this content would have ten million characters, which is too long for a page.
    const content = `[a]: https://a.example/${'x'.repeat(2_000)}\n\n${'[a] '.repeat(5_000)}`;
    await desk.api.update(id, { expectedVersion: 1, content, intent: 'review' });
    const failed = await released(id, 2);
    expect(failed).toMatchObject({
      state: 'review',
      publishedVersion: 1,
      indexStatus: 'ready',
      publishError: { code: 'render_failed', version: 2 },
    });
    expect(await (await fetch(url)).text()).toContain('<h1>Fine</h1>');
    const again = await released(id, 2);
    expect(again.publishError?.failedAt).not.toBe(failed.publishError?.failedAt);
    const update = await desk.api.update(id, { expectedVersion: 2, content: 'Mended.' });
    expect(update.body).toMatchObject({ intent: 'draft', version: 3 });
    expect(await released(id, 3)).toMatchObject({ state: 'published', publishError: null });
  });

  it('[3.withdrawn] [3.withdrawn-released-again] keeps a withdrawn page down until it is published again', async () => {
    const { id, url } = await created({ title: 'Quokka', intent: 'review' });
    await released(id, 1);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'wrong');
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'review',
      publishedVersion: null,
      publishedAt: null,
      indexStatus: 'not_published',
    });
    expect((await fetch(url)).status).toBe(410);
    expect(await found('quokka')).toEqual([]);
    expect(await released(id, 1)).toMatchObject({ state: 'published', indexStatus: 'ready' });
    expect((await fetch(url)).status).toBe(200);
  });

  it('[3.derived] stores neither state nor index status', async () => {
    const columns = await sql<{ name: string }>(
      desk.databaseUrl,
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name <> 'account' AND column_name ~ '(^|_)(state|status)(_|$)'`,
    );
    expect(columns).toEqual([]);
  });
});
