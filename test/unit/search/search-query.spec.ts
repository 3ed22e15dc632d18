import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/search/search-query.js';

const EVERYWHERE = { locale: null, tag: null };
const ask = (text: string, languages: string[] = []) => queryOf(text, EVERYWHERE, languages);

const LEXEME = String.raw`'[@#^_?]{0,2}(?:[a-z]{2}~)?[\p{L}\p{M}\p{N}]+'`;
const CONDITION = new RegExp(String.raw`^(?:[()]|${LEXEME}| [&|] )+$`, 'u');
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨'.split(''));

describe('queryOf', () => {
  it('asks for every word, once', () => {
    expect(ask('Draft, published DRAFT')?.all).toBe("('draft') & ('published')");
  });

  it('takes the stem of any of the languages for the word', () => {
    expect(ask('Läufe', ['de', 'en', 'ru', 'xx'])?.all).toBe(
      "('laufe' | 'de~lauf' | 'en~läufe' | 'en~lauf')",
    );
  });

  it.each([
    ['발표했다', "'_발표'"],
    ['문서에서', "'_문서'"],
    ['가을', "'_가을'"],
    ['금속활자', "('_금속' & '_활자')"],
    ['물', "'_물'"],
    ['全文搜索', "'_全文' & '_搜索'"],
    ['食べる', "'_食'"],
    ['東京の検索', "'_東京' & '_検索'"],
    ['の', "'の'"],
    ['ค้นหา', "'_ค้นห' & '_นหา'"],
    ['ปลา', "'_ปลา'"],
    ['น้ำ', "'น้ำ'"],
  ])('asks for the pieces of %s that its endings leave alone', (text, condition) => {
    expect(ask(text)?.all).toBe(condition);
  });

  it('asks for locale and tag as for words', () => {
    expect(queryOf('fish', { locale: 'pt-BR', tag: "Ｏ'Neil \\\0" }, [])?.all).toBe(
      "'@pt-BR' & '#o''neil \\\\' & ('fish')",
    );
  });

  it('forgives one letter of long words without figures', () => {
    expect(ask('fish in 2024 x12345')?.forgiving).toBeNull();
    expect(ask('the trout')?.forgiving).toBe(
      "('the') & ('trout' | '?trout' | '?tout' | '?trut' | '?trot' | '?trou')",
    );
  });

  it.each(['', '   ', '& | ! ( ) : * < -> "', '\0', '👩‍👩‍👧', "'\\"])(
    'asks for nothing in %j',
    (text) => {
      expect(ask(text)).toBeUndefined();
    },
  );

  it('looks at the first 200 characters and 20 words', () => {
    expect(ask('a'.repeat(100_000))?.all).toBe(`('${'a'.repeat(64)}')`);
    const many = Array.from({ length: 100 }, (_, index) => index).join(' ');
    expect(ask(many)?.all.split(' & ')).toHaveLength(20);
  });

  it('gives conditions of quoted words, whatever the text', () => {
    assert(
      property(string({ unit: sign }), (text) => {
        const query = ask(text, ['en', 'ar', 'fr']);
        if (!query) return;
        const { all, titled, forgiving, rank } = query;
        for (const condition of [all, titled, forgiving ?? all, rank]) {
          expect(condition).toMatch(CONDITION);
        }
      }),
    );
  });
});
