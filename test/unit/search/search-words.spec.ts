import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/search/search-words.js';

const VECTOR = /^(?: |(?:'[\p{L}\p{M}\p{N}]+':[\d,]+ )+)$/u;
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨'.split(''));
const nothing = { title: '', description: '', tags: [], text: '' };

const syllable = (_: unknown, index: number): string =>
  String.fromCodePoint(0xac00 + ((Math.imul(index, 0x9e3779b1) >>> 8) % 11_172));

describe('wordsOf', () => {
  it('weighs the title above description and tags, and those above the content', () => {
    expect(wordsOf({ title: 'One', description: 'two', tags: ['three'], text: 'four one' })).toBe(
      "'one':1A,389 'two':130B 'three':259B 'four':388",
    );
  });

  it('counts on within a field, so that neighbours are known', () => {
    expect(wordsOf({ ...nothing, title: 'a b a' })).toBe("'a':1A,3A 'b':2A");
  });

  it('keeps a few places of each word', () => {
    expect(wordsOf({ ...nothing, title: 'a '.repeat(1_000) })).toBe("'a':1A,2A,3A,4A,5A,6A,7A,8A");
  });

  it('names no place that PostgreSQL does not know', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ');
    const places = wordsOf({ ...nothing, text }).match(/:\d+/g)!;
    expect(places).toHaveLength(20_000);
    expect(Math.max(...places.map((place) => Number(place.slice(1))))).toBe(16_383);
  });

  it('leaves the last words out where all together would be too many bytes', () => {
    const text = Array.from({ length: 200_000 }, syllable);
    const words = wordsOf({ ...nothing, title: 'first', text: text.join('') }).split(' ');
    const bytes = words.map((word) => Buffer.byteLength(word.split("'")[1]!) + 4);
    expect(words[0]).toBe("'first':1A");
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(1 << 20);
    expect(words.length).toBeGreaterThan(50_000);
  });

  it('gives nothing but quoted words with places, whatever the text', () => {
    assert(
      property(string({ unit: sign, maxLength: 300 }), (text) => {
        return VECTOR.test(`${wordsOf({ ...nothing, text })} `);
      }),
    );
  });
});
