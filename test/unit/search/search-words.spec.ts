import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/search/search-words.js';

const LEXEME = String.raw`'[@#^_?]{0,2}(?:[a-z]{2}~)?[\p{L}\p{M}\p{N}]+'`;
const VECTOR = new RegExp(String.raw`^(?:${LEXEME}(?::1[AB]?(?:,[234][AB]?)*)? )+$`, 'u');
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨'.split(''));
const nothing = { locale: 'ja', title: '', description: '', tags: [], text: '' };

const syllable = (_: unknown, index: number): string =>
  String.fromCodePoint(0xac00 + ((Math.imul(index, 0x9e3779b1) >>> 8) % 11_172));

describe('wordsOf', () => {
  it('weighs the title above description and tags, and those above the content', () => {
    expect(
      wordsOf({ ...nothing, title: 'One', description: 'two', tags: ['three'], text: 'four one' }),
    ).toBe("'@ja' '#three' 'one':1A,2 '^one' 'two':1B 'three':1B 'four':1");
  });

  it('adds the stems of the language, and what mistyped words of the title share', () => {
    expect(wordsOf({ ...nothing, locale: 'en-GB', title: 'Trees', text: 'tree' })).toBe(
      "'@en-GB' 'trees':1A '^trees' 'en~tree':1A,2 '^en~tree' '?trees' '?tees' '?tres' '?tree' 'tree':1",
    );
  });

  it('adds the pieces of words that no space parts', () => {
    expect(wordsOf({ ...nothing, text: '東京都庁' })).toBe(
      "'@ja' '東京':1 '都庁':1 '_東':1 '_東京':1 '_京':1 '_京都':1 '_都':1 '_都庁':1 '_庁':1",
    );
  });

  it('counts a word four times at most', () => {
    expect(wordsOf({ ...nothing, text: 'a '.repeat(1_000) })).toBe("'@ja' 'a':1,2,3,4");
  });

  it('leaves the last words out where all together would be too many bytes', () => {
    const text = Array.from({ length: 200_000 }, syllable);
    const words = wordsOf({ ...nothing, title: 'first', text: text.join('') }).split(' ');
    const bytes = words.map((word) => Buffer.byteLength(word.split("'")[1]!) + 4);
    expect(words[1]).toBe("'first':1A");
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(1 << 20);
    expect(words.length).toBeGreaterThan(50_000);
  });

  it('gives nothing but quoted words with places, whatever the text', () => {
    assert(
      property(string({ unit: sign, maxLength: 300 }), (text) => {
        for (const locale of ['fr', 'ja']) {
          expect(`${wordsOf({ ...nothing, locale, title: text, text })} `).toMatch(VECTOR);
        }
      }),
    );
  });
});
