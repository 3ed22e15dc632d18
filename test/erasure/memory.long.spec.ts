import { mkdtemp } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { signIn } from '../desk/person.js';
import { Cli } from '../setup/cli.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted } from '../setup/refusal.js';
import { marked, newMarker } from './marker.js';
import { countInMemory, heapsOf, heldMemoryAlone } from './memory-dump.js';

/** Time, in ms, after which no cache still keeps an entry that nobody has read meanwhile. */
const UNREAD_MS = 62_000;
/**
 * Minimum number of documents after the erasure. With this number, every thread and every connection has handled a
 * later document.
 */
const OTHERS = 40;
const CODINGS = ['br', 'gzip', 'identity'] as const;

/** Returns the bytes of the body of an answer, as the service sent them. */
const sent = (address: string, coding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': coding };
    const request = get(address, { headers, agent: false }, (response) =>
      resolve(buffer(response)),
    );
    request.on('error', reject);
  });

/**
 * Returns a text of words that occur nowhere else, so that the middle of every file made from this text is unique.
 */
const newText = (word: string): string =>
  [word, ...Array.from({ length: 60 }, newMarker)].join(' ');

const middleOf = (bytes: Buffer): Buffer => bytes.subarray(bytes.length / 2).subarray(0, 32);

/** The service keeps the path after an erasure, so the path must not contain the whole word. */
const pathOf = (word: string) => ({ locale: 'en', slug: `about-${word.slice(-6)}` });

/**
 * Makes a document and uses it in every way: versions, pages, previews, desk, lists, searches, tools. Returns the id
 * and the compressed files of the document.
 */
async function life(
  { api, url, key }: Desk,
  word: string,
): Promise<{ id: string; files: Buffer[] }> {
  const body = { ...marked(word, { content: newText(word) }), ...pathOf(word) };
  const create = () => api.create(body, { key: `create-${word}` });
  const { id, url: page } = expectAccepted(await create(), 201);
  await create();
  const approvedBy = `Approver ${word}`;
  await api.publish(id, { expectedVersion: 1, approvedBy }, WAIT);
  await api.update(id, marked(word, { expectedVersion: 1, content: newText(word) }));
  await api.publish(id, { expectedVersion: 2, approvedBy }, WAIT);
  await api.update(
    id,
    marked(word, { expectedVersion: 2, content: newText(word), intent: 'review' }),
  );
  const { url: preview } = await previewOf(api, id);
  const files: Buffer[] = [];
  const addresses = [page, `${page}.md`, `${page}@1`, `${page}@1.md`, `${url}/feed.xml`, preview];
  for (const address of [...addresses, `${preview}/changes`]) {
    for (const coding of [...CODINGS, ...CODINGS]) {
      const bytes = await sent(address, coding);
      if (coding !== 'identity') files.push(bytes);
    }
  }
  for (const path of ['/', '/en', `/search?q=${word}`, `/search.json?q=${word}`, `/tags/${word}`])
    await sent(url + path, 'gzip');
  for (const query of ['', 'view=history', 'view=changes', `find=${word}`, 'view=outline'])
    await api.request('GET', `/api/v1/publications/${id}?${query}`);
  await api.list(`?q=${word}`);
  const host = await assistant(url, key, 'modern');
  await host.call('get_publication', { id });
  await host.close();
  const person = await signIn(url, key);
  await person.open('/desk');
  const form = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
  await person.post(`/desk/${id}/send-back`, { ...form, note: `Why ${word}` });
  return { id, files };
}

it(
  '[15.erase-memory] the heaps of the process hold no erased text after a minute of other writes and reads, and later its whole memory holds none',
  { timeout: 900_000 },
  async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'imprimatur-heaps-')), 'heaps');
    const desk = await openDesk({ ...heldMemoryAlone(folder), RATE_LIMIT_PER_MINUTE: '0' });
    const marker = newMarker();
    const { id, files } = await life(desk, marker);
    const wanted = [Buffer.from(marker), Buffer.from(marker, 'utf16le'), ...files.map(middleOf)];
    const [text, wide, ...pages] = countInMemory(desk.pid, wanted);
    expect(text! + wide!).toBeGreaterThan(100);
    expect(pages.filter((count) => count > 0).length).toBeGreaterThan(8);
    const { locale, slug } = pathOf(marker);
    const heaps = await heapsOf(desk.pid, folder);
    expect(heaps.length).toBeGreaterThan(1);
    expect(heaps[0]!.includes(`/${locale}/${slug}`)).toBe(true);

    const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    await cli.json('publications', 'erase', id, '--reason', 'a court order');
    const erasedAt = performance.now();
    for (let others = 0; others < OTHERS || performance.now() < erasedAt + UNREAD_MS; others += 1) {
      await life(desk, newMarker());
    }
    const left = await heapsOf(desk.pid, folder);
    expect(left.map((heap) => heap.includes(marker))).toEqual(left.map(() => false));
    // V8 does not collect all garbage at once. After some more documents, all garbage is collected.
    const stillThere = async () => {
      await life(desk, newMarker());
      return countInMemory(desk.pid, wanted).reduce((sum, count) => sum + count, 0);
    };
    await expect.poll(stillThere, { timeout: 300_000 }).toBe(0);
    await desk.close();
  },
);
