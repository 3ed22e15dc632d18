import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/search/search-query.js';

const CONDITION = /^'[\p{L}\p{M}\p{N}]+'(?: & '[\p{L}\p{M}\p{N}]+')*$/u;
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨'.split(''));

describe('queryOf', () => {
  it('asks for every word, once', () => {
    expect(queryOf('Draft, published DRAFT')?.condition).toBe("'draft' & 'published'");
  });

  it.each(['', '   ', '& | ! ( ) : * < -> "', '\0', '👩‍👩‍👧', "'\\"])(
    'asks for nothing in %j',
    (text) => {
      expect(queryOf(text)).toBeUndefined();
    },
  );

  it('looks at the first 200 characters and 64 words', () => {
    expect(queryOf('a'.repeat(100_000))?.condition).toBe(`'${'a'.repeat(64)}'`);
    const many = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0xac00 + index));
    expect(queryOf(many.join(''))?.condition.split(' & ')).toHaveLength(64);
  });

  it('gives a condition of quoted words, whatever the text', () => {
    assert(
      property(string({ unit: sign }), (text) => {
        const condition = queryOf(text)?.condition;
        return condition === undefined || CONDITION.test(condition);
      }),
    );
  });
});
