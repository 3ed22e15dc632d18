import { beforeAll, describe, expect, it } from 'vitest';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
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

  it('[3.render-failed] [3.release-failed] [3.intent-restarts] [2.publish-error-members] [2.publish-error-cleared] [5.unit-kept] lets a release fail permanently, at the first attempt, if the document cannot be rendered', async () => {
    const { used } = (await desk.api.usage()).body;
    const { id, url } = await created({ title: 'Fine' });
    await released(id, 1);
    // The HTML of this content would have ten million characters, which is too long for a page.
    const content = `[a]: https://a.example/${'x'.repeat(2_000)}\n\n${'[a] '.repeat(5_000)}`;
    await desk.api.update(id, { expectedVersion: 1, content, intent: 'review' });
    const failed = await released(id, 2);
    const { publishError } = failed;
    expect(failed).toMatchObject({ state: 'review', publishedVersion: 1, indexStatus: 'ready' });
    expect(publishError).toEqual({
      code: 'render_failed',
      message: expect.stringMatching(/^[A-Z].+\.$/) as string,
      version: 2,
      failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(publishError!.failedAt >= failed.updatedAt).toBe(true);
    expect(await (await fetch(url)).text()).toContain('<h1>Fine</h1>');
    const again = await released(id, 2);
    expect(again.publishError!.failedAt > publishError!.failedAt).toBe(true);
    // An update keeps the error, and so does a refused publish.
    const kept = { intent: 'draft', version: 3, publishError: again.publishError };
    const mended = await desk.api.update(id, { expectedVersion: 2, content: 'Mended.' });
    expect(mended.body).toMatchObject(kept);
    expectRefusal(await desk.api.publish(id, { expectedVersion: 2 }), 409, 'version_conflict');
    expect((await desk.api.read(id)).body).toMatchObject(kept);
    const accepted = await desk.api.publish(id, { expectedVersion: 3 });
    expect(expectAccepted(accepted, 202).publishError).toBeNull();
    const settled = (await desk.api.read(id, WAIT.headers)).body;
    expect(settled).toMatchObject({ state: 'published', publishError: null });
    // The writes: a create, two updates and four publishes, two of which failed.
    expect((await desk.api.usage()).body.used).toBe(used + 7);
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
