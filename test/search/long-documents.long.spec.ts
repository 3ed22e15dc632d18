import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Index, openIndex } from './open-index.js';

const DOCUMENTS = 500;
const WORDS_ASKED = 24;
/** Maximum time of a search, in ms, on a busy machine. */
const MAX_MS = 4_000;

let index: Index;

/** Returns about 190,000 characters of up to 30,000 made-up words. The seed sets the order of the words. */
function longText(seed: number): string {
  const words: string[] = [];
  for (let place = 0, length = 0; length < 190_000; place += 1) {
    const word = `w${(((place + 1) * (seed * 2 + 7_919)) % 30_000).toString(36)}`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
}

beforeAll(async () => {
  index = await openIndex();
  for (let seed = 0; seed < 5; seed += 1) {
    await index.put([{ slug: `long-${seed}`, title: `Long ${seed}`, text: longText(seed) }]);
  }
  // Each statement copies only the first five documents, because copying a long document takes time.
  for (let n = 2; n <= DOCUMENTS / 5; n += 1) {
    await index.database.rows({
      name: `more_long_entries_${n}`,
      text: `INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at, length, tags,
                                       author_kind)
             SELECT locale, slug || '-${n}', title, description, left(body, 1000), vector, published_at, length, tags,
                    author_kind
               FROM search_entry WHERE slug ~ '^long-.$'`,
    });
  }
});

afterAll(() => index.close());

it('a search in 500 long documents answers within 4 s, and counts all 500 hits', async () => {
  const q = Array.from({ length: WORDS_ASKED }, (_, place) => `w${(place * 97).toString(36)}`);
  for (const text of [q.join(' '), `"${q.slice(0, 2).join(' ')}" ${q.join(' ')}`, q[1]!]) {
    const begun = performance.now();
    const found = await index.search.find({ q: text, locale: null, tag: null, page: 1 });
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
    if (text === q.join(' ')) {
      expect([found.total, found.more, found.hits.length]).toEqual([DOCUMENTS, false, 10]);
    }
  }
});
