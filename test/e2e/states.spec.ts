import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { startService } from '../setup/service.js';

/** No worker runs until a test starts one, so a publish stays in flight. */
describe('the service', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ ROLE: 'api' });
  });
  afterAll(() => desk.close());

  const created = async (changes = {}) =>
    expectAccepted(await desk.api.create(newDocument(changes)), 201);
  const published = async (id: string, expectedVersion: number) =>
    expectAccepted(await desk.api.publish(id, { expectedVersion }), 202);
  const updated = async (id: string, expectedVersion: number, change: object) =>
    expectAccepted(await desk.api.update(id, { expectedVersion, ...change }), 200);

  it.each(['draft', 'review'])(
    '[3.create] [3.state-intent] [3.index-not-published] creates version 1 as %s, not published',
    async (intent) => {
      expect(await created({ intent })).toMatchObject({
        version: 1,
        state: intent,
        intent,
        indexStatus: 'not_published',
        publishedVersion: null,
      });
    },
  );

  it('[3.intent-kept] keeps the intent in an update without intent', async () => {
    const { id } = await created({ intent: 'review' });
    expect(await updated(id, 1, { title: 'Two' })).toMatchObject({ version: 2, state: 'review' });
  });

  it.each(['draft', 'review'])(
    '[1.release-asynchronous] [3.publish-from-either] [3.publish-starts] [3.in-flight] [3.state-publishing] starts a release of a document in state %s',
    async (intent) => {
      const { id } = await created({ intent });
      expect(await published(id, 1)).toMatchObject({
        state: 'publishing',
        version: 1,
        publishedVersion: null,
        indexStatus: 'not_published',
      });
    },
  );

  it('[3.intent-restarts] resets the intent to draft when a revision in flight is updated', async () => {
    const { id } = await created({ intent: 'review' });
    await published(id, 1);
    expect(await updated(id, 1, { title: 'Two' })).toMatchObject({
      intent: 'draft',
      state: 'publishing',
    });
  });

  it('[3.publish-in-progress] refuses to publish a revision that is in flight', async () => {
    const { id } = await created();
    await published(id, 1);
    expectRefusal(await desk.api.publish(id, { expectedVersion: 1 }), 409, 'publish_in_progress');
  });

  it('[3.publish-version] refuses to publish a version that is not the current one', async () => {
    const { id } = await created();
    await updated(id, 1, { title: 'Two' });
    for (const expectedVersion of [1, 3]) {
      expectRefusal(await desk.api.publish(id, { expectedVersion }), 409, 'version_conflict');
    }
    expect((await desk.api.read(id)).body.state).toBe('draft');
  });

  it('[3.releases-named-revision] [3.update-not-public] releases the named revision, not a newer one', async () => {
    const { id } = await created({ title: 'One' });
    await updated(id, 1, { title: 'Two' });
    const { url } = await updated(id, 2, { title: 'Three' });
    await published(id, 3);
    expect(await updated(id, 3, { title: 'Four' })).toMatchObject({
      version: 4,
      state: 'publishing',
    });
    const worker = await startService({
      databaseUrl: desk.databaseUrl,
      env: { ROLE: 'worker' },
    });
    const settled = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(settled.body).toMatchObject({
      version: 4,
      publishedVersion: 3,
      state: 'draft',
      indexStatus: 'ready',
    });
    expect(await (await fetch(url)).text()).toContain('<h1>Three</h1>');
    await worker.stop();
  });
});
