import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProjectFile } from '../contract/project-files.js';
import { type Collection, COLLECTIONS, listed } from './collection/collections.js';
import { type Index, openIndex } from './open-index.js';

let index: Index;

beforeAll(async () => {
  index = await openIndex();
  for (const { locale, paragraphs } of COLLECTIONS) await index.put(listed(locale, paragraphs));
});

afterAll(() => index.close());

interface Quality {
  /** Per cent of the expected documents that are found. */
  readonly recall: number;
  /** Per cent of the found documents that are expected. */
  readonly precision: number;
  /**
   * Per cent of the expected documents that are among the first n results. For each query, n is the number of expected
   * documents.
   */
  readonly placed: number;
  /** Per cent of the queries whose first result is an expected document. */
  readonly first: number;
}

const share = (part: number, whole: number): number => Math.round((100 * part) / whole);

async function measure({ locale, queries }: Collection, filter: string | null): Promise<Quality> {
  let [wanted, found, right, placed, first] = [0, 0, 0, 0, 0];
  for (const [q, ...names] of queries) {
    const slugs = names.map((slug) => `${locale}/${slug}`);
    const request = { q, locale: filter, tag: null, page: 1 };
    const { hits } = await index.search.find(request);
    const paths = hits.map((hit) => `${hit.locale}/${hit.slug}`);
    const isRight = (path: string): boolean => slugs.includes(path);
    wanted += slugs.length;
    found += paths.length;
    right += paths.filter(isRight).length;
    placed += paths.slice(0, slugs.length).filter(isRight).length;
    if (slugs.includes(paths[0]!)) first += 1;
  }
  return {
    recall: share(right, wanted),
    precision: share(right, found),
    placed: share(placed, wanted),
    first: share(first, queries.length),
  };
}

/** Reads the quality that `docs/search.md` states for a locale. */
function promised(locale: string): Quality {
  const figures = String.raw` +\| (\d+)`.repeat(4);
  const row = new RegExp(String.raw`^\| ${locale}${figures} +\|$`, 'm');
  const [recall, precision, placed, first] = row
    .exec(readProjectFile('docs/search.md'))!
    .slice(1)
    .map(Number);
  return { recall: recall!, precision: precision!, placed: placed!, first: first! };
}

describe.each(COLLECTIONS)('the search in $locale', (collection) => {
  it('has at least the documented recall, precision and ranking [9.search-every-locale]', async () => {
    const { recall, precision, placed, first } = await measure(collection, collection.locale);
    const least = promised(collection.locale);
    expect(recall).toBeGreaterThanOrEqual(least.recall);
    expect(precision).toBeGreaterThanOrEqual(least.precision);
    expect(placed).toBeGreaterThanOrEqual(least.placed);
    expect(first).toBeGreaterThanOrEqual(least.first);
  });

  it('has at least the documented recall even if the request specifies no locale [9.search-every-locale]', async () => {
    const { recall } = await measure(collection, null);
    expect(recall).toBeGreaterThanOrEqual(promised(collection.locale).recall);
  });
});
