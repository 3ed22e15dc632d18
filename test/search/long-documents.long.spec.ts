import { afterAll, beforeAll, expect, it } from 'vitest';
import { revisionsOf } from '../setup/release-parts.js';
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
      text: `WITH copied AS (
               SELECT e.*, gen_random_uuid() AS id, account_id, slug || '-${n}' AS slug
                 FROM search_entry e JOIN publication p ON p.id = publication_id WHERE slug ~ '^long-.$'
             ), written AS (
               INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
               SELECT id, account_id, locale, slug, 1, now(), now() FROM copied
             ), revised AS (
               ${revisionsOf(`(SELECT id, 1 AS version, slug AS title, '' AS description, '{}'::text[] AS tags, '' AS author_kind FROM copied) AS r`)}
             )
             INSERT INTO search_entry (scope, publication_id, version, locale, dated_at, length, body, vector)
             SELECT scope, id, 1, locale, dated_at, length, left(body, 1000), vector FROM copied`,
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
