import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachLexeme } from '../../src/search/lexemes-in.js';
import { languageOf } from '../../src/search/stemmers.js';
import { Bm25 } from './collection/bm25.js';
import { HELD_BACK, JUDGED, type JudgedLocale } from './collection/collections.js';
import { ndcg } from './collection/ndcg.js';
import { type Index, openIndex } from './open-index.js';

/** Languages that write spaces between words. */
const SPACED = new Set(['en', 'de', 'fr', 'es', 'ru', 'ar', 'ko']);

let index: Index;

beforeAll(async () => {
  index = await openIndex();
  for (const { documents } of [...JUDGED, HELD_BACK]) await index.put(documents);
});

afterAll(() => index.close());

/** Returns the lexemes of a text, as the index stores them. BM25 uses these lexemes for documents and questions. */
function tokensOf(text: string, locale: string): string[] {
  const tokens: string[] = [];
  forEachLexeme(text, [languageOf(locale)], ({ lexeme }) => tokens.push(lexeme));
  return tokens;
}

function plainBm25({ locale, documents, questions }: JudgedLocale): readonly number[] {
  const bm25 = new Bm25();
  for (const { slug, title, text } of documents) {
    bm25.add(slug, tokensOf(`${title} ${text}`, locale));
  }
  return questions.map(({ q, grades }) => ndcg(bm25.rank(tokensOf(q, locale)), grades));
}

async function searched(judged: JudgedLocale, filter: string | null): Promise<readonly number[]> {
  const qualities: number[] = [];
  for (const { q, grades } of judged.questions) {
    const request = { q, locale: filter, tag: null, page: 1 };
    const { hits } = await index.search.find(request);
    const found = hits.map(({ slug, locale }) => (locale === judged.locale ? slug : 'foreign'));
    qualities.push(ndcg(found, grades));
  }
  return qualities;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(JUDGED)('questions in $locale', (judged) => {
  it('are answered at least as well as by plain BM25, and 5 % better in languages with spaces between words [9.search-question]', async () => {
    const plain = mean(plainBm25(judged));
    const each = await searched(judged, judged.locale);
    const times = SPACED.has(judged.locale) ? 1.05 : 1;
    expect(mean(each)).toBeGreaterThanOrEqual(times * plain);
    expect(each.filter((quality) => quality > 0).length / each.length).toBeGreaterThanOrEqual(0.99);
  });

  it('are answered at least as well as by plain BM25 if the search specifies no language [9.search-question]', async () => {
    expect(mean(await searched(judged, null))).toBeGreaterThanOrEqual(mean(plainBm25(judged)));
  });
});

it('questions that were not used to tune the ranking are answered at least 5 % better than by plain BM25 [9.search-question]', async () => {
  const each = await searched(HELD_BACK, 'en');
  expect(mean(each)).toBeGreaterThanOrEqual(1.05 * mean(plainBm25(HELD_BACK)));
  expect(each.filter((quality) => quality > 0).length / each.length).toBeGreaterThanOrEqual(0.99);
});
