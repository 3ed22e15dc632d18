import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type SearchedDocument,
  wordsOf as searchWordsOf,
} from '../../../src/search/search-words.js';

const wordsOf = (document: SearchedDocument): string => searchWordsOf(document).vector;
const LEXEME = String.raw`'(?:[@#^_?]{0,2}(?:[a-z]{2}~)?[\p{L}\p{M}\p{N}]+|\^?(?:==?|\+)(?:[^'\\]|''|\\\\)+)'`;
const VECTOR = new RegExp(String.raw`^(?:${LEXEME}(?::\d+[AB]?(?:,\d+[AB]?)*)? )+$`, 'u');
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨'.split(''));
const nothing = { locale: 'ja', slug: '', title: '', description: '', tags: [], text: '' };

const syllable = (_: unknown, index: number): string =>
  String.fromCodePoint(0xac00 + ((Math.imul(index, 0x9e3779b1) >>> 8) % 11_172));

describe('wordsOf', () => {
  it('gives the title the highest weight, then description and tags, then the content', () => {
    expect(
      wordsOf({ ...nothing, title: 'One', description: 'two', tags: ['three'], text: 'four one' }),
    ).toBe("'@ja' '#three' 'one':1A,85 '^one' '==one' '=one' 'two':22B 'three':43B 'four':84");
  });

  it('adds the stems of the language, and the spelling variants of words of the title', () => {
    expect(wordsOf({ ...nothing, locale: 'en-GB', title: 'Trees', text: 'tree' })).toBe(
      "'@en-GB' 'trees':1A 'en~tree':1A,62 '^trees' '^en~tree' '==trees' '=trees' '?trees' '?tees' '?tres' '?tree' 'tree':62",
    );
  });

  it('adds the words of the slug, and the names in the title that contain symbols', () => {
    expect(wordsOf({ ...nothing, slug: 'c-plus', title: 'C++' })).toBe(
      "'@ja' 'c':1A,42B '+c++':1A '^c' '^+c++' '==c++' '=c' 'plus':43B 'cplus':43B",
    );
  });

  it('adds the pieces of words in scripts without spaces', () => {
    expect(wordsOf({ ...nothing, text: '東京都庁' })).toBe(
      "'@ja' '東京':61 '都庁':63 '_東':61 '_東京':61 '_京':62 '_京都':62 '_都':63 '_都庁':63 '_庁':64",
    );
  });

  it('keeps 255 positions of a word, and four positions of a stem', () => {
    const vector = wordsOf({ ...nothing, locale: 'en', text: 'running '.repeat(1_000) });
    const places = Array.from({ length: 255 }, (_, index) => index + 61);
    expect(vector).toBe(`'@en' 'running':${places.join(',')} 'en~run':61,62,63,64`);
  });

  it('returns the length of the content in words, or in characters for a script without spaces', () => {
    const lengths = ['', 'one two', '東京都庁 one'].map(
      (text) => searchWordsOf({ ...nothing, title: 'A title', tags: ['tag'], text }).length,
    );
    expect(lengths).toEqual([0, 2, 5]);
  });

  it('restarts the positions at 1 when they exceed the highest position that PostgreSQL can store', () => {
    const text = Array.from({ length: 20_000 }, (_, place) => `w${place}`).join(' ');
    expect(wordsOf({ ...nothing, text })).toContain("'w16323':1 ");
  });

  it.each(['', 'e', 'ก', 'ا'])('takes little time for 199,000 combining marks on %j', (letter) => {
    const text = letter + '\u0301\u0323'.repeat(99_500);
    const begun = process.cpuUsage();
    const words = searchWordsOf({ ...nothing, locale: 'fr', title: text, text });
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
    expect([words.vector.length < 500, words.body.length < 100]).toEqual([true, true]);
  });

  it('leaves out the last words if all words would have too many bytes', () => {
    const text = Array.from({ length: 200_000 }, syllable);
    const words = wordsOf({ ...nothing, title: 'first', text: text.join('') }).split(' ');
    const bytes = words.map((word) => Buffer.byteLength(word.split("'")[1]!) + 4);
    expect(words[1]).toBe("'first':1A");
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(1 << 20);
    expect(words.length).toBeGreaterThan(50_000);
  });

  it('returns only quoted lexemes with optional positions, for any text', () => {
    assert(
      property(string({ unit: sign, maxLength: 300 }), (text) => {
        for (const locale of ['fr', 'ja']) {
          expect(`${wordsOf({ ...nothing, locale, title: text, text })} `).toMatch(VECTOR);
        }
      }),
    );
  });
});
