import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownTitles } from './known-titles.js';
import { type Index, openIndex } from './open-index.js';

/** Returns the title of the first result. */
async function first(q: string): Promise<string | undefined> {
  const { hits } = await index.search.find({ q, locale: 'en', tag: null, page: 1 });
  return hits[0]?.title;
}

const DOCUMENTS_AT_ONCE = 300;

let index: Index;
const documents = knownTitles();

beforeAll(async () => {
  index = await openIndex();
  for (let start = 0; start < documents.length; start += DOCUMENTS_AT_ONCE) {
    await index.put(documents.slice(start, start + DOCUMENTS_AT_ONCE));
  }
});

afterAll(() => index.close());

it('the document whose title equals the query comes first, even if other titles contain the query [9.search-title]', async () => {
  expect(documents.length).toBeGreaterThanOrEqual(2_000);
  const missed: string[] = [];
  for (const { locale, title } of documents) {
    const { hits } = await index.search.find({ q: title, locale, tag: null, page: 1 });
    if (hits[0]?.title !== title) missed.push(`${locale}: ${title} finds ${hits[0]?.title}`);
  }
  expect(missed.slice(0, 10)).toEqual([]);
});

it('a title comes first regardless of capitals, spaces and a question mark in the query, and C, C++ and C# are distinct [9.search-title]', async () => {
  expect(await first('  GIT   commit ')).toBe('git commit');
  expect(await first('git commit?')).toBe('git commit');
  expect([await first('C'), await first('c++'), await first('C#')]).toEqual(['C', 'C++', 'C#']);
});
