import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlug, normalSlug, MAX_SLUG_LENGTH } from '../../../../src/publications/document/slug.js';

describe('normalSlug', () => {
  it.each([
    ['e\u0301te\u0301', 'été'],
    ['ﬁn', 'fin'],
    ['ｈｅｌｌｏ－ｗｏｒｌｄ', 'hello-world'],
    ['x²', 'x2'],
    ['\u1100\u1161', '가'],
  ])('writes %s in NFKC', (given, stored) => {
    expect(normalSlug(given)).toBe(stored);
  });

  it('changes nothing the second time', () => {
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

  it('is not looked at where it is longer still', () => {
    const marks = `a${'\u0316\u0301'.repeat(1_000_000)}`;
    expect(normalSlug(marks) === marks).toBe(true);
  });
});

describe('isSlug', () => {
  it.each([
    'a',
    '7',
    'hello-world',
    'snake_case-and-more',
    '문서-게시',
    '二〇二六年',
    'हिन्दी',
    'مرحبا-بالعالم',
    'ไทย',
    'ひらがなー',
    'été',
    '٢٠٢٥',
    '𐐨',
  ])('knows %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a capital', 'Hello'],
    ['a capital of another script', 'Привет'],
    ['a title-case letter', 'ǅ'],
    ['a joiner at the start', '-a'],
    ['a joiner at the end', 'a_'],
    ['a joiner alone', '-'],
    ['two joiners', 'a--b'],
    ['two different joiners', 'a-_b'],
    ['a space', 'a b'],
    ['a dot', 'a.b'],
    ['a slash', 'a/b'],
    ['a percent sign', 'a%20b'],
    ['a long dash', 'a–b'],
    ['an emoji', 'a\u{1F600}'],
    ['a mark at the start', '\u0301a'],
    ['a mark behind a joiner', 'a-\u0301'],
    ['a zero-width joiner', 'a\u200Db'],
    ['a line break at the end', 'a\n'],
    ['a fraction', '½'],
  ])('does not know %s', (_what, text) => {
    expect(isSlug(text)).toBe(false);
  });

  it('decides the longest of all slugs at once, however it ends', () => {
    expect(isSlug(`${'a\u0301'.repeat(60)}!`)).toBe(false);
    expect(isSlug('a'.repeat(120))).toBe(true);
  });
});
