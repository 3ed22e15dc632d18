import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlug, normalSlug, MAX_SLUG_LENGTH } from '../../../src/documents/slug.js';

describe('normalSlug', () => {
  it('changes nothing when it is applied again', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        expect(normalSlug(normalSlug(text))).toBe(normalSlug(text));
      }),
    );
  });
});

describe('a long slug', () => {
  it('is normalised if it has the longest form of a valid slug', () => {
    const longest = '\u03C9\u0314\u0342\u0345'.repeat(MAX_SLUG_LENGTH);
    expect(normalSlug(longest)).toBe('\u1FA7'.repeat(MAX_SLUG_LENGTH));
    expect(isSlug(normalSlug(longest))).toBe(true);
  });

  it('is returned unchanged if it is longer than any valid slug', () => {
    const marks = `a${'\u0316\u0301'.repeat(1_000_000)}`;
    expect(normalSlug(marks) === marks).toBe(true);
  });
});

describe('isSlug', () => {
  it('accepts a slug of 120 letters, but no exclamation mark at the end', () => {
    expect(isSlug(`${'a\u0301'.repeat(60)}!`)).toBe(false);
    expect(isSlug('a'.repeat(120))).toBe(true);
  });
});
