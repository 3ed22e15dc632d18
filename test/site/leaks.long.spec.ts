import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerBody } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted } from '../setup/refusal.js';

const COUNT = 100;
/** Number of documents that are written at the same time. */
const LANES = 5;
const NUMBERS = Array.from({ length: COUNT }, (_, number) => number);

/** Returns a word that occurs nowhere else. No other text contains `zq`, and the number is written in letters. */
const marker = (kind: string, number: number): string =>
  `zq${kind}${String(number).replace(/\d/g, (digit) => 'ghjkmnprtv'[Number(digit)]!)}x`;

/** Returns fields that all contain a word. */
const marked = (word: string): Readonly<Record<string, unknown>> => ({
  title: `Title ${word}`,
  description: `Description ${word}`,
  content: `# Heading ${word}\n\nText ${word}, [link](https://example.org/${word}).`,
  tags: [`tag-${word}`, 'lantern'],
  sources: [`https://example.org/source/${word}`],
  author: { kind: 'ai', name: `Author ${word}` },
});

/**
 * Opens the preview of a document, and the page of changes of the preview. The texts of both pages must appear nowhere
 * else.
 */
async function looksAt(id: string): Promise<void> {
  const { url } = await previewOf(desk.api, id);
  for (const address of [url, `${url}/changes`]) {
    expect(await (await fetch(address)).text()).toMatch(/zq(?:draft|newer)/);
  }
}

let desk: Desk;
const shown: AnswerBody[] = [];
const drafts: AnswerBody[] = [];

/** Writes a released document with a newer, unreleased revision. Also writes a draft of another document. */
async function writeBoth(number: number): Promise<void> {
  const locale = number % 2 === 0 ? 'en' : 'ko';
  const released = newDocument({ locale, ...marked(marker('shown', number)) });
  const { id } = expectAccepted(await desk.api.create(released), 201);
  expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }), 202);
  const draft = newDocument({
    ...marked(marker('draft', number)),
    locale: number % 2 === 0 ? 'en' : 'fr',
    slug: `slug-${marker('draft', number)}`,
    intent: number % 3 === 0 ? 'review' : 'draft',
  });
  drafts[number] = expectAccepted(await desk.api.create(draft), 201);
  await looksAt(drafts[number].id);
  // `expect.poll` works only in tests, not in this hook. The time-out of the hook limits the loop.
  while ((await desk.api.read(id, { Prefer: 'wait=10' })).body.indexStatus !== 'ready');
  const newer = { expectedVersion: 1, ...marked(marker('newer', number)) };
  shown[number] = expectAccepted(await desk.api.update(id, newer), 200);
  await looksAt(id);
}

beforeAll(async () => {
  desk = await openDesk({ SITE_NAME: 'The Desk' });
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  await Promise.all(
    lanes.map(async (lane) => {
      for (let number = lane; number < COUNT; number += LANES) await writeBoth(number);
    }),
  );
});
afterAll(() => desk.close());

const get = (path: string): Promise<Response> => fetch(desk.url + path, { redirect: 'manual' });

/** Returns the public answer at an address, with its header fields. */
async function seen(path: string): Promise<string> {
  const response = await get(path);
  return JSON.stringify([...response.headers]) + (await response.text());
}

/** Returns the whole of an answer, except its date. */
const answer = async (path: string): Promise<unknown> => {
  const response = await fetch(desk.url + path, { headers: { 'X-Request-Id': 'same' } });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return [response.status, headers, await response.text()];
};

/** Returns the hits of a search, without the query, which the answer repeats. */
async function hits(word: string): Promise<unknown> {
  const found = (await (await get(`/search.json?q=${word}`)).json()) as { hits: unknown };
  return found.hits;
}

const inside = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found!.replaceAll('&amp;', '&'));

/** Returns a page of a list, and all pages after it. */
async function walk(path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let at: string | undefined = path; at;) {
    const page: string = await seen(at);
    pages.push(page);
    at = inside(page, /<a rel=\\?"next\\?" href=\\?"([^"\\]+)/g)[0];
  }
  return pages;
}

/** Returns everything that the site shows, but not the results of searches for the markers. */
async function everything(): Promise<string> {
  const index = await seen('/sitemap.xml');
  const parts = inside(index, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname);
  const paths = [
    '/feed.xml',
    '/en/feed.xml',
    '/ko/feed.xml',
    '/fr/feed.xml',
    '/llms.txt',
    '/robots.txt',
    '/search',
    '/fr',
    ...parts,
    ...shown.flatMap(({ url }) => [new URL(url).pathname, `${new URL(url).pathname}.md`]),
  ];
  const lists = ['/', '/en', '/ko', '/tags/lantern', '/search?q=lantern', '/search?q=heading'];
  return [
    index,
    ...(await Promise.all(paths.map(seen))),
    ...(await Promise.all(lists.map(walk))).flat(),
  ].join('\n');
}

describe('the public site', () => {
  it('[9.only-released] shows each of 100 released documents', async () => {
    const text = await everything();
    for (const number of NUMBERS) expect(text).toContain(marker('shown', number));
    expect(await walk('/')).toHaveLength(Math.ceil(COUNT / 30));
  });

  it('[9.only-released] [9.preview-nowhere] shows nothing of 100 drafts and of 100 unreleased revisions', async () => {
    const text = await everything();
    expect(inside(text, /(zq(?:draft|newer)\w+)/g)).toEqual([]);
  });

  it('[9.only-released] finds no draft and no unreleased revision by its words', async () => {
    for (const number of NUMBERS) {
      for (const kind of ['draft', 'newer']) {
        const word = marker(kind, number);
        expect(JSON.stringify(await hits(word))).not.toMatch(/zq(?:draft|newer)/);
      }
    }
    expect(JSON.stringify(await hits(marker('shown', 1)))).toContain(marker('shown', 1));
  });

  it('[9.only-released] gives the same answer at the address or tag of a draft as at an unknown address or tag', async () => {
    const noTag = await answer('/tags/nothing');
    for (const { url, tags } of drafts) {
      const path = new URL(url).pathname;
      const noPage = await answer(`/${path.split('/')[1]}/nothing`);
      expect(await answer(path)).toEqual(noPage);
      expect(await answer(`${path}.md`)).toEqual(noPage);
      expect(await answer(`/tags/${tags[0]}`)).toEqual(noTag);
    }
    for (const { tags } of shown) {
      expect(await answer(`/tags/${tags[0]}`)).toEqual(noTag);
    }
  });

  it('[9.withdrawn-410] shows a withdrawn document nowhere, even directly after its withdrawal', async () => {
    const withdrawn = [0, 1];
    for (const number of withdrawn) {
      await operator(
        desk.databaseUrl,
        'publications',
        'withdraw',
        shown[number]!.id,
        '--reason',
        'x',
      );
    }
    const text = await everything();
    for (const number of withdrawn) {
      const word = marker('shown', number);
      const path = new URL(shown[number]!.url).pathname;
      expect([(await get(path)).status, (await get(`${path}.md`)).status]).toEqual([410, 410]);
      expect(text).not.toContain(word);
      expect(text).not.toContain(path);
      expect((await get(`/tags/tag-${word}`)).status).toBe(404);
      expect(JSON.stringify(await hits(word))).not.toContain(path);
    }
  });
});
