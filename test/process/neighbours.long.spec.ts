import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { previewOf } from '../setup/preview.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';

const SLOW = 12;
/** Returns a document of almost the maximum length that is slow to render. `n` makes each document different. */
const slowDocument = (n: number) => newDocument({ content: `# ${n}\n${'# a\n'.repeat(24_900)}` });
const SMALL = '# One\n\nText.\n\n# Two\n\nText.\n';

const desk = await openDesk();
const neighbour = await desk.caller();
afterAll(() => desk.close());

/** Returns how many documents of the slow account are not public yet. */
async function pending(): Promise<number> {
  const { text } = await desk.api.list('?state=publishing&limit=100');
  return (JSON.parse(text) as { items: unknown[] }).items.length;
}

describe('an account, while another account drafts and releases the most expensive documents,', () => {
  it('[4.neighbours] is served while at least half of those documents still wait', async () => {
    const { api } = neighbour;
    await released(api, { content: SMALL });
    for (let n = 0; n < SLOW; n += 1) {
      const { id } = expectAccepted(await desk.api.create(slowDocument(n)), 201);
      expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }), 202);
    }
    const { id } = expectAccepted(await api.create(newDocument({ content: SMALL })), 201);
    const edits = [{ section: 's-two', append: 'More.' }];
    expectAccepted(await api.update(id, { expectedVersion: 1, edits }), 200);
    expectAccepted(await api.read(`${id}?view=outline`), 200);
    expect((await fetch((await previewOf(api, id)).url)).status).toBe(200);
    const published = await api.publish(id, { expectedVersion: 2 }, LONG_WAIT);
    expect(expectAccepted(published, 202)).toMatchObject({ indexStatus: 'ready' });
    // The served account had five tasks, and each task waited for at most one of the 12 slow documents. Therefore, at
    // least half of the slow documents still wait.
    expect(await pending()).toBeGreaterThanOrEqual(SLOW / 2);
  });
});
