import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/search/search-query.js';

const EVERYWHERE = { locale: null, tag: null };
const ask = (text: string, languages: string[] = []) => queryOf(text, EVERYWHERE, languages);

const conditions = (text: string, languages: string[] = []): string[] =>
  (ask(text, languages)?.terms ?? []).map(({ condition }) => condition);

const fuzzyOf = (text: string) => ask(text)?.terms.map((term) => term.fuzzy);

const parts = (text: string, language: string) => ask(text, [language])?.terms[0]!.parts;

const LEXEME = String.raw`'(?:[@#^_?]{0,2}(?:[a-z]{2}~)?[\p{L}\p{M}\p{N}]+|(?:==?|\+)(?:[^'\\]|''|\\\\)+)'`;
const CONDITION = new RegExp(String.raw`^(?:[()]|${LEXEME}| [&|] | <\d+> )+$`, 'u');
const sign = constantFrom(...'\'\\"&|!():*<->,\0 aA1é\u0301文書문서ที่ﷺ𐐨“”«»「」'.split(''));

describe('queryOf', () => {
  it('searches for each word once', () => {
    expect(conditions('Draft, published DRAFT')).toEqual(["('draft')", "('published')"]);
  });

  it('also searches for the stem of a word in each of the languages', () => {
    expect(conditions('Läufe', ['de', 'en', 'ru', 'xx'])).toEqual([
      "('laufe' | 'de~lauf' | 'en~läufe' | 'en~lauf')",
    ]);
  });

  it.each([
    ['발표했다', "('_발표')"],
    ['문서에서', "('_문서')"],
    ['가을', "('_가을')"],
    ['금속활자', "('_금속' & '_활자')"],
    ['물', "('_물')"],
    ['글글글글', "('_글글' & '_글글')"],
    ['食べる', "('_食')"],
    ['の', "'の'"],
    ['ค้นหา', "('_ค้นห' & '_นหา')"],
    ['ปลา', "('_ปลา')"],
    ['น้ำ', "'น้ำ'"],
  ])('searches for the pieces of %s, without grammatical endings', (text, condition) => {
    expect(conditions(text)).toEqual([condition]);
  });

  it.each([
    ['全文搜索', ["('_全文')", "('_搜索')"]],
    ['東京の検索', ["('_東京')", "('_検索')"]],
  ])('searches for the words of %s', (text, words) => {
    expect(conditions(text)).toEqual(words);
  });

  it('searches for locale and tag by lexemes of their own', () => {
    expect(queryOf('fish', { locale: 'pt-BR', tag: "Ｏ'Neil \\\0" }, [])?.where).toEqual([
      "'@pt-BR'",
      "'#o''neil \\\\'",
    ]);
  });

  it('tolerates one wrong letter only in long words without digits', () => {
    expect(fuzzyOf('fish in 2024 x12345')).toEqual([null, null, null, null]);
    expect(fuzzyOf('trout')).toEqual([
      "('trout' | '?trout' | '?tout' | '?trut' | '?trot' | '?trou')",
    ]);
  });

  it.each([
    ['C++, C# and .NET', ["'+c++'", "'+c#'", "'+.net'"]],
    ['什么是C++？', ["'+c++'"]],
    ['(node.js)', ["'+node.js'"]],
    ['[ and %', ["'+['", "'+%'"]],
    ['l’été, e-mail – quoi ?', []],
  ])('searches for the names with symbols in %s', (text, names) => {
    expect(conditions(text).filter((condition) => condition.startsWith("'+"))).toEqual(names);
  });

  it('also searches for a title that equals the whole text, with and without symbols', () => {
    expect(ask(' Ｃ++  für Ämter! ')?.wholeTitles).toEqual([
      "'==c++ fur amter!'",
      "'=c fur amter'",
    ]);
    expect(ask('[')?.wholeTitles).toEqual(["'==['"]);
  });

  it('searches for the parts of a compound in languages that write compounds as one word', () => {
    expect(parts('Haustür', 'de')).toContain('de~haus');
    expect(parts('Fahrradkette', 'de')).toEqual(expect.arrayContaining(['de~fahrrad', 'de~kett']));
    expect([parts('haustür', 'fr'), parts('Haus', 'de')]).toEqual([[], []]);
  });

  it.each([
    ['How does the desk work?', ['en', 'de'], 'how does the'],
    ['die hard', ['en'], ''],
    ['die Stunde', ['de', 'en'], 'die'],
    ['Warum ist das so?', ['de'], ''],
    ['почему идёт дождь', ['ru'], 'почему'],
  ])('recognises the stop words in %s', (text, languages, stopWords) => {
    const found = ask(text, languages)?.stopWords;
    expect(found?.map(({ word }) => word!.text).join(' ')).toBe(stopWords);
  });

  it.each([
    ['the "night train" home', "('night' <1> 'train')"],
    [
      '“state of the art” and «нов поезд»',
      "('state' <1> 'of' <1> 'the' <1> 'art') & ('нов' <1> 'поезд')",
    ],
    ['「全文搜索」', "('_全文' <1> '_文搜' <1> '_搜索')"],
    ['"문서를 게시"', "('_문서' <1> '_서를' <2> '_게시')"],
    ['"one', null],
    ['"!" ""', null],
  ])('searches for the quoted phrases in %s', (text, phrases) => {
    expect(ask(`${text} x`)?.phrases).toBe(phrases);
  });

  it.each(['', '   ', '\0 \u0007'])('returns no query for %j', (text) => {
    expect(ask(text)).toBeUndefined();
  });

  it('uses at most 400 characters of a query, 64 characters of a word, and 24 words', () => {
    expect(conditions(`${'fish'.padEnd(399)}ab`)).toEqual(["('fish')", "('a')"]);
    expect(conditions(`${'fish'.padEnd(400)}ab`)).toEqual(["('fish')"]);
    expect(conditions('a'.repeat(100_000))).toEqual([`('${'a'.repeat(64)}')`]);
    const many = Array.from({ length: 100 }, (_, index) => index).join(' ');
    expect(conditions(many)).toHaveLength(24);
  });

  it('returns only conditions of quoted lexemes, for any text', () => {
    assert(
      property(string({ unit: sign, maxLength: 60 }), (text) => {
        const query = ask(text, ['en', 'ar', 'fr']);
        if (!query) return;
        for (const { condition, titled, fuzzy } of query.terms) {
          for (const each of [condition, titled, fuzzy ?? condition])
            expect(each).toMatch(CONDITION);
        }
        for (const title of query.wholeTitles) expect(title).toMatch(CONDITION);
        if (query.phrases !== null) expect(query.phrases).toMatch(CONDITION);
      }),
    );
  });
});
