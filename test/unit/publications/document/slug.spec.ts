import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlug, normalSlug, MAX_SLUG_LENGTH } from '../../../../src/publications/document/slug.js';

describe('normalSlug', () => {
  it('changes nothing when it is applied again', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        expect(normalSlug(normalSlug(text))).toBe(normalSlug(text));
      }),
    );
  });
});

describe('a slug that is sent in its longest form', () => {
  it('is normalised', () => {
    const longest = '\u03C9\u0314\u0342\u0345'.repeat(MAX_SLUG_LENGTH);
    expect(normalSlug(longest)).toBe('\u1FA7'.repeat(MAX_SLUG_LENGTH));
    expect(isSlug(normalSlug(longest))).toBe(true);
  });

  it('is returned unchanged if it is even longer', () => {
    const marks = `a${'\u0316\u0301'.repeat(1_000_000)}`;
    expect(normalSlug(marks) === marks).toBe(true);
  });
});

describe('isSlug', () => {
  it('decides on slugs of the maximum length, valid and invalid', () => {
    expect(isSlug(`${'a\u0301'.repeat(60)}!`)).toBe(false);
    expect(isSlug('a'.repeat(120))).toBe(true);
  });
});
