import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

const DOCUMENTS = 200;
/** Number of documents that are processed at the same time. */
const LANES = 8;

const desk = await sharedDesk();

const newWord = (): string => `w${randomUUID().replaceAll('-', '')}`;

async function found(word: string): Promise<string[]> {
  const response = await fetch(`${desk.url}/search.json?q=${word}`);
  const { hits } = (await response.json()) as { hits: { slug: string }[] };
  return hits.map(({ slug }) => slug);
}

const texts = (word: string) => ({
  title: `On ${word}`,
  content: `A text of ${word}.`,
  tags: [word],
});

/** Publishes a document, changes its texts, publishes it again, and searches as soon as indexStatus is ready. */
async function changed(slug: string) {
  const [old, present] = [newWord(), newWord()];
  const { id } = expectAccepted(await desk.api.create(newDocument({ slug, ...texts(old) })), 201);
  await desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT);
  const first = await found(old);
  await desk.api.update(id, { expectedVersion: 1, ...texts(present) });
  const { indexStatus } = expectAccepted(
    await desk.api.publish(id, { expectedVersion: 2 }, LONG_WAIT),
    202,
  );
  const [now, before] = await Promise.all([found(present), found(old)]);
  return { slug, first, indexStatus, now, before };
}

describe('the search', () => {
  it('finds each of 200 documents by its new words, and not by its old ones, as soon as indexStatus is ready [3.indexed]', async () => {
    const slugs = Array.from({ length: DOCUMENTS }, (_, number) => `ready-${number}`);
    const outcomes: Awaited<ReturnType<typeof changed>>[] = [];
    const waiting = [...slugs];
    const lane = async (): Promise<void> => {
      for (let slug = waiting.pop(); slug !== undefined; slug = waiting.pop()) {
        outcomes.push(await changed(slug));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(outcomes).toHaveLength(DOCUMENTS);
    for (const { slug, ...outcome } of outcomes) {
      expect(outcome).toEqual({ first: [slug], indexStatus: 'ready', now: [slug], before: [] });
    }
  });
});
