import { describe, expect, it } from 'vitest';
import { Bm25 } from '../../search/collection/bm25.js';
import { JUDGED } from '../../search/collection/collections.js';
import { ndcg } from '../../search/collection/ndcg.js';

describe('ndcg', () => {
  const grades = new Map([
    ['best', 3],
    ['fair', 1],
  ]);

  it.each([
    [['best', 'fair'], 1],
    [['other', 'fair'], 1 / Math.log2(3) / (7 + 1 / Math.log2(3))],
    [['other'], 0],
    [[], 0],
  ])('of %j is %f', (found, quality) => {
    expect(ndcg(found, grades)).toBeCloseTo(quality, 10);
  });

  it('counts only the first ten results', () => {
    const others = Array.from({ length: 10 }, (_, place) => `other-${place}`);
    expect(ndcg([...others, 'best'], grades)).toBe(0);
  });
});

describe('BM25', () => {
  it('ranks a rare word above repeated common words, and a short document above a long document', () => {
    const bm25 = new Bm25();
    bm25.add('long', 'rare and many other words that are common'.split(' '));
    bm25.add('short', 'rare common'.split(' '));
    bm25.add('twice', 'common common'.split(' '));
    bm25.add('none', ['other']);
    expect(bm25.rank(['rare', 'common'])).toEqual(['short', 'long', 'twice']);
  });
});

describe('the collection', () => {
  it('has at least 120 questions about at least 300 documents in ten locales', () => {
    expect(JUDGED).toHaveLength(10);
    expect(JUDGED.flatMap(({ documents }) => documents).length).toBeGreaterThanOrEqual(300);
    expect(JUDGED.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(120);
  });

  it('has unique slugs, and grades only documents that it contains', () => {
    for (const { documents, questions } of JUDGED) {
      const slugs = documents.map(({ slug }) => slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      for (const { grades } of questions)
        expect(slugs).toEqual(expect.arrayContaining([...grades.keys()]));
    }
  });
});
