import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

/** No worker runs, so a publish stays in flight. */
describe('the service', () => {
  let desk: SharedPair;
  beforeAll(async () => {
    desk = await sharedPair();
  });

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
});
