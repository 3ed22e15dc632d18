import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatText, foldInPlace } from '../../../src/search/fold.js';
import { queryOf } from '../../../src/search/search-query.js';
import { segmenter } from '../../../src/search/tokenise.js';
import { Marker, markers, type SnippetPart, snippetText } from '../../../src/search/snippet.js';

const wordsOf = (q: string) =>
  (queryOf(q, { locale: null, tag: null }, [])?.terms ?? []).flatMap(({ word }) =>
    word ? [{ word, weight: 1 }] : [],
  );

const shown = (parts: readonly SnippetPart[]): string =>
  parts.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');

const marked = (text: string, q: string, language = 'en'): string =>
  shown(new Marker(wordsOf(q), language).snippet(flatText(text)));

describe('a snippet', () => {
  it.each([
    [
      'whole words of spaced scripts',
      'Draft, redraft, DRAFT.',
      'draft',
      '[Draft], redraft, [DRAFT].',
    ],
    ['words regardless of their accents', 'Le café; Ёлка', 'CAFE елка', 'Le [café]; [Ёлка]'],
    ['Arabic words', 'تحفظ الوثائق', 'الوثائق', 'تحفظ [الوثائق]'],
    ['words inside Chinese', '公开页面只显示发布的版本', '发布', '公开页面只显示[发布]的版本'],
    ['words inside Thai', 'ผู้อ่านสามารถค้นหาเนื้อหา', 'ค้นหา', 'ผู้อ่านสามารถ[ค้นหา]เนื้อหา'],
    ['Korean words before their ending', '문서를 받아', '문서', '[문서]를 받아'],
    ['the longer of two words', '文書 文', '文 文書', '[文書] [文]'],
    [
      'Persian words with a joiner',
      'من می\u200cخواهم بخوانم',
      'می\u200cخواهم',
      'من [می\u200cخواهم] بخوانم',
    ],
    [
      'words with a soft hyphen',
      'a hyphen\u00adation rule',
      'hyphenation',
      'a [hyphen\u00adation] rule',
    ],
    ['digits of another script', 'वर्ष २०२४ में', '2024', 'वर्ष [२०२४] में'],
    ['Arabic digits', 'عام ٢٠٢٤', '2024', 'عام [٢٠٢٤]'],
    ['words with the dot of Hindi', 'यह ज़रूर होगा', 'जरूर', 'यह [ज़रूर] होगा'.normalize('NFC')],
    [
      'words with a letter and a hyphen',
      'Send an E-Mail or an e-mail',
      'email',
      'Send an [E-Mail] or an [e-mail]',
    ],
    ['words without the hyphen', 'an email', 'e-mail', 'an [email]'],
    ['words after a letter and a hyphen', 'an e-mail', 'mail', 'an [e-mail]'],
    ['words with a word joiner', 'one word\u2060join', 'wordjoin', 'one [word\u2060join]'],
  ])('marks %s', (_what, text, q, expected) => {
    expect(marked(text, q)).toBe(expected);
  });

  it.each([
    [
      'en',
      'He publishes what was published, publicly',
      'publishing',
      'He [publishes] what was [published], publicly',
    ],
    ['fr', 'Une œuvre publiée', 'œuvres publiees', 'Une [œuvre] [publiée]'],
    ['de', 'Häuser am Haus, Haustür', 'hauses', '[Häuser] am [Haus], Haustür'],
    ['ar', 'قرأ الكتاب وبالكتاب', 'كتاب', 'قرأ [الكتاب] [وبالكتاب]'],
    ['ko', '학교에서 학교가', '학교의', '[학교]에서 [학교]가'],
    ['ja', '文字を書いた', '書く', '文字を[書]いた'],
    ['it', 'publishes', 'publishing', 'publishes'],
  ])(
    'marks other forms of a word only by the rules of the language %s',
    (language, text, q, expected) => {
      expect(marked(text, q, language)).toBe(expected);
    },
  );

  it.each([
    ['ANKARA', 'İstanbul, Ankara', 'İstanbul, [Ankara]'],
    ['İSTANBUL', 'İSTANBUL, İstanbul, Ankara', '[İSTANBUL], [İstanbul], Ankara'],
    ['istanbul', 'İSTANBUL, Ankara', '[İSTANBUL], Ankara'],
  ])('marks %s in a text with a letter that grows in lower case', (q, text, expected) => {
    expect(marked(text, q, 'tr')).toBe(expected);
    expect(marked(text, q, 'az')).toBe(expected);
  });

  it.each([
    ['ß', 'Fußball', 'fussball'],
    ['ss for ß', 'FUSSBALL', 'Fußball'],
    ['œ', 'Œuvre', 'oeuvre'],
    ['oe for œ', 'oeuvre', 'œuvre'],
    ['æ', 'Ærø', 'aero'],
    ['ǽ', 'Ǽrlig', 'aerlig'],
    ['ĳ', 'Ĳssel', 'ijssel'],
    ['ŀ', 'Coŀlegi', 'col·legi'],
    ['ﬁ', 'ﬁnal', 'final'],
    ['full-width letters', 'Ｆｉｎａｌ', 'final'],
    ['combining marks', 'Ọ́jà', 'oja'],
    ['Arabic vowel signs', 'كِتَاب', 'كتاب'],
    ['an Arabic ligature', 'ﻻعب', 'لاعب'],
  ])('shows and marks a word with %s far inside a text', (_what, word, q) => {
    const text = `${'All of this is filler. '.repeat(20)}The word ${word} is here.`;
    for (const language of ['de', 'fr', 'ar', 'pl']) {
      expect(marked(text, q, language)).toContain(`word [${word}] is`);
    }
  });

  it.each([
    [1_000, true],
    [4_000, false],
  ])(
    'after %s different words that begin like the found word, marks the found word: %s',
    (count, isFound) => {
      const words = Array.from({ length: count }, (_, n) => `fußx${n.toString(36)}y`);
      const text = `${words.join(' ')} Fußball`;
      expect(marked(text, 'fussball', 'de').includes('[Fußball]')).toBe(isFound);
    },
  );

  it('[4.snippets-bounded] compares no more words for all snippets of an answer than for one', () => {
    const texts = Array.from({ length: 100 }, (_, of) => {
      const odd = Array.from({ length: 500 }, (__, n) => `fußx${of}x${n.toString(36)}y`);
      return `${odd.join(' ')} Fußball`;
    });
    const markerOf = markers(wordsOf('fussball'));
    const found = texts.map((text, n) => shown(markerOf('de').snippet(text, texts.length - n)));
    expect(found.filter((snippet) => snippet.includes('[Fußball]'))).toEqual([]);
    expect(marked(texts[0]!, 'fussball', 'de')).toContain('[Fußball]');
  });

  it('marks other forms of a word in each of 100 ordinary texts, and after a text that uses up its part', () => {
    const odd = Array.from({ length: 4_000 }, (_, n) => `publix${n.toString(36)}y`).join(' ');
    const text = `${'All of this is filler about public places. '.repeat(50)}They published it.`;
    const texts = [odd, ...Array.from({ length: 99 }, (_, n) => `Text ${n}. ${text}`)];
    const markerOf = markers(wordsOf('publishing'));
    const found = texts.map((each, n) => shown(markerOf('en').snippet(each, texts.length - n)));
    expect(found.filter((snippet) => snippet.includes('They [published] it.'))).toHaveLength(99);
  });

  it('marks the word itself after any number of words that begin like it', () => {
    const odd = Array.from({ length: 10_000 }, (_, n) => `publix${n.toString(36)}y`).join(' ');
    expect(marked(`${odd} Publish.`, 'publish')).toContain('[Publish]');
  });

  it('folds characters without moving them', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (foldInPlace(character).length !== character.length) expect.fail(code.toString(16));
    }
    expect(foldInPlace('ÉÉ İ ΣΑΣ ß ﬁ ABC')).toBe('ee i σασ ß ﬁ abc');
  });

  it('collapses white space', () => {
    expect(marked('a  b\n\n\tc', 'b')).toBe('a [b] c');
  });

  it('shows the beginning of a text that has none of the words', () => {
    expect(marked('first words '.repeat(50), 'title')).toMatch(/^first words .{150,220} …$/);
  });

  it('shows the passage in which most of the words are close together', () => {
    const filler = 'one alone and nothing else here '.repeat(20);
    const snippet = marked(`${filler} one by two by three ${filler}`, 'one two three');
    expect(snippet).toContain('[one] by [two] by [three]');
    expect(snippet).toMatch(/^… .* …$/);
  });

  it('prefers the passage of the word with the highest weight', () => {
    const filler = 'and nothing else stands here '.repeat(20);
    const [one, two, rare] = wordsOf('one two rare');
    const asked = [one!, two!, { ...rare!, weight: 5 }];
    const text = `one two ${filler} rare ${filler}`;
    expect(shown(new Marker(asked, 'en').snippet(text))).toContain('[rare]');
  });

  it.each([
    ['a script with spaces', 'wonderful sentences about something '],
    ['Chinese', '我们正在讨论国际象棋比赛的规则和历史'],
    ['Thai', 'ผู้อ่านสามารถค้นหาเนื้อหาทั้งหมดได้'],
  ])('is cut between words of %s', (_what, unit) => {
    const text = flatText(unit.repeat(40));
    const isWord = new Set(
      [...new Intl.Segmenter('en', { granularity: 'word' }).segment(unit)].map(
        (part) => part.segment,
      ),
    );
    const snippet = marked(text, 'absent').replace(/ …$/, '');
    expect(isWord).toContain([...segmenter.segment(snippet)].at(-1)!.segment);
    expect(snippet.length).toBeGreaterThan(150);
  });

  it('takes little time for texts of combining marks', () => {
    const text = flatText(`a${'\u0301'.repeat(199_000)} b`.repeat(1));
    expect(text.length).toBeLessThan(100);
    const body = flatText('e\u0301\u0323 '.repeat(20_000)).slice(0, 20_000);
    const begun = process.cpuUsage();
    new Marker(wordsOf('e\u0301 one two three'), 'fr').snippet(body);
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000);
  });

  it.each([
    ['kwargs', 'def f(**kwargs): pass', 'def f(****kwargs**): pass'],
    ['power', 'The power 2 ** 3 is 8', 'The **power** 2 ** 3 is 8'],
    ['one two', 'one*two', '**one*****two**'],
    ['glob', '*glob* and **/*.ts', '***glob*** and **/*.ts'],
  ])('[4.list-q-snippet] keeps the asterisks of a text: %s', (q, text, expected) => {
    expect(snippetText(new Marker(wordsOf(q), 'en').snippet(flatText(text)))).toBe(expected);
  });

  it('[4.list-q-snippet] becomes one text of at most 300 characters that is a part of the text and the marks, cut between characters', () => {
    const letter = constantFrom(...'a|*|**| |é|e\u0301|👩|文|書|문|서|ที่|_|\n'.split('|'));
    const text = array(letter, { maxLength: 600 }).map((letters) => letters.join(''));
    assert(
      property(text, string({ unit: letter, minLength: 1, maxLength: 5 }), (body, q) => {
        const flat = flatText(body);
        const parts = new Marker(wordsOf(q), 'en').snippet(flat);
        const whole = snippetText(parts);
        expect(whole.length).toBeLessThanOrEqual(300);
        let rest = whole;
        let shownText = '';
        for (const { text: part, mark } of parts) {
          const written = mark ? `**${part}**` : part;
          expect(rest.startsWith(written)).toBe(true);
          rest = rest.slice(written.length);
          shownText += part;
        }
        expect(rest).toBe('');
        const cut = shownText.replace(/^… /, '').replace(/ …$/, '');
        expect(body.normalize('NFC').replace(/\s+/g, ' ').trim()).toContain(cut);
        expect(cut).not.toMatch(/^\p{M}|^[\udc00-\udfff]|[\ud800-\udbff]$/u);
      }),
    );
  });
});
