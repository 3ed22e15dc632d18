import { describe, expect, it } from 'vitest';
import { runsIn, wordsOf } from '../../../src/search/tokenise.js';

const tokenise = (text: string): string[] =>
  [...runsIn(text)].flatMap((run) => [...wordsOf(run)].map((word) => word.text));

describe('tokenise', () => {
  it.each([
    ['en', 'Don’t publish the Node.js draft, v2!', 'don t publish the node js draft v2'],
    ['de', 'Größere Straßen, ÄNDERUNG', 'grossere strassen anderung'],
    ['fr', 'L’été, l’œuvre où ça naît', 'l ete l oeuvre ou ca nait'],
    ['pl', 'Żółć Łódź', 'zolc lodz'],
    ['tr', 'İSTANBUL Isparta ışık', 'istanbul isparta isik'],
    ['vi', 'Tiếng Việt Đà Nẵng', 'tieng viet da nang'],
    ['el', 'Ο δρόμος, ΟΔΟΣ ὁδός', 'ο δρομοσ οδοσ οδοσ'],
    ['ru', 'Ёлка и мой ФАЙЛ', 'елка и мой файл'],
    ['ar', 'العَرَبِيَّة والكتـــاب أُمّ', 'العربيه والكتاب ام'],
    ['he', 'שָׁלוֹם עולם', 'שלום עולם'],
    ['hi', 'हिन्दी में दस्तावेज़', 'हिन्दी में दस्तावेज'],
    ['zh', '发布服务已经发布的版本。', '发布 服务 已经 发布 的 版本'],
    ['ja', '東京都庁の文書を検索する', '東京 都庁 の 文書 を 検索 する'],
    ['th', 'ภาษาไทยสามารถค้นหา', 'ภาษา ไทย สามารถ ค้นหา'],
    ['th', 'น้ำในแม่น้ำ', 'น้ำ ใน แม่น้ำ'],
    ['ko', '문서를 게시한다', '문서를 게시한다'],
    ['lo', 'ພາສາລາວ', 'ພາສາ ລາວ'],
  ])('finds the words of a text in the language %s', (_language, text, words) => {
    expect(tokenise(text)).toEqual(words.split(' '));
  });

  it('splits words where the script changes', () => {
    expect(tokenise('API文書とNode를')).toEqual(['api', '文書', 'と', 'node', '를']);
  });

  it.each([
    ['composed and decomposed letters', 'Café', 'Cafe\u0301'],
    ['full and half width', 'ＡＢＣ ｶﾞﾗｽ', 'abc ガラス'],
    ['capital and small letters', 'ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['digits of all scripts', '١٢٣ ۱۲۳ १२३ ১২৩ ๑๒๓ ១២៣ １２３', '123 123 123 123 123 123 123'],
    ['letters with and without the dot of Hindi', 'ज़रूर क़लम फ़ोन \u095brur', 'जरूर कलम फोन जrur'],
    ['words with and without invisible characters', 'क्\u200dष co\u00adop', 'क्ष coop'],
  ])('makes no difference between %s', (_what, one, other) => {
    expect(tokenise(one)).toEqual(tokenise(other));
  });

  it('knows every digit of the basic plane', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const digit = String.fromCharCode(code);
      if (/\p{Nd}/u.test(digit))
        expect(tokenise(digit), code.toString(16)).toEqual([expect.stringMatching(/^\d$/)]);
    }
  });

  it('finds a word with a letter and a hyphen before it with and without the letter', () => {
    expect(tokenise('an e-mail, E‑Mail and T-shirt')).toEqual(
      'an e mail email e mail email and t shirt tshirt'.split(' '),
    );
    expect(tokenise('a-t-il, well-known, x-1, é-mail')).toEqual(
      'a t il well known x 1 e mail email'.split(' '),
    );
  });

  it('keeps the voiced marks of kana and the vowel signs of Thai and Devanagari', () => {
    expect(tokenise('か\u3099')).toEqual(['が']);
    expect(tokenise('ที่')).toEqual(['ที่']);
    expect(tokenise('की')).not.toEqual(tokenise('का'));
  });

  it('finds nothing in a text without a word', () => {
    expect(tokenise('')).toEqual([]);
    expect(tokenise(' \0\n–…!?\u0301 👩‍👩‍👧 ✓ \ud800')).toEqual([]);
  });

  it('cuts very long words between two code points', () => {
    expect(tokenise('a'.repeat(10_000))).toEqual(['a'.repeat(64)]);
    expect(tokenise('𐐨'.repeat(10_000))).toEqual(['𐐨'.repeat(64)]);
  });

  it.each(['发布服务负责接收机器撰写的文档', '𠀀𠀁𠀂', 'เครื่องเขียน'])(
    'splits 200,000 characters without a space into words, and loses no character: %s',
    (unit) => {
      const text = unit.repeat(Math.ceil(200_000 / unit.length));
      const words = tokenise(text);
      expect(words.join('')).toBe(text);
      expect(words.filter((word) => /\p{Cs}/u.test(word))).toEqual([]);
    },
  );
});
