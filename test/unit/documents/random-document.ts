import * as fc from 'fast-check';

/** A document of random blocks. The starts of its headings are known without parsing the document. */
export interface RandomDocument {
  readonly content: string;
  /** `start` is in UTF-16 code units. */
  readonly headings: readonly { readonly start: number; readonly level: number }[];
  /** The graphemes of the content: characters with their marks, and line ends. */
  readonly pieces: readonly string[];
}

const SCRIPTS = [
  'Plain words, and more of them.',
  '한국어 문장입니다. 같은 말을 또 합니다.',
  'हिन्दी का वाक्य क्षत्रिय',
  'مرحبا بالعالم، نصّ بالعربية',
  'שָׁלוֹם עֲלֵיכֶם',
  'ภาษาไทยไม่มีช่องว่าง',
  '中文没有空格,日本語もない。',
  '👩🏽‍🚀👨‍👩‍👧‍👦 🇰🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ✨',
  'Zalgo e\u0301\u0302\u0303 o\u0336 n\u0308',
  '𝒜𝓁𝓁 𐐷 beyond the first plane',
  'a\u00a0b \u2028 \u202eturned\u202c \ufeff',
  'lone\rreturn',
  'aaaa aaaa',
] as const;

const BLOCKS = [
  '```js\n# not a heading\nlet a = 1;\n\n```',
  '~~~\n## nor this\n~~~',
  '    indented\n    # code',
  '- item\n- item\n  - deep\n  - deep',
  '1. one\n2. two\n\n   # quoted by a list',
  '- [ ] open\n- [x] done',
  '| a | b |\n|---|:-:|\n| 1 | 2 |',
  '> quote\n> # not one either\n>> deeper',
  '> [!NOTE]\n> Mind.',
  '$$\n\\frac{1}{2}\n$$',
  'Text[^1] with *emphasis*, `code` and [link](https://example.org/a_(b)).\n\n[^1]: Note.',
  '***',
  '![picture](x.png "t")\\\nbroken line',
] as const;

/** Splits a document into graphemes: CRLF is one grapheme, and a character keeps its marks. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const heading = fc.record({
  level: fc.integer({ min: 1, max: 6 }),
  text: fc.constantFrom('One', 'Two', '말', 'One', '😀 e\u0301', '`code`'),
});
const block = fc.oneof(
  { weight: 3, arbitrary: heading },
  { weight: 4, arbitrary: fc.constantFrom(...SCRIPTS).map((text) => ({ text: `w ${text}` })) },
  { weight: 3, arbitrary: fc.constantFrom(...BLOCKS).map((text) => ({ text })) },
);
const gap = fc.constantFrom('\n', '\n\n', '\n\n', '\n \t\n', '\n\n\n');

/** Line ends of a document: all the same, or a mixture. */
const lineEnds = fc.oneof(
  { weight: 3, arbitrary: fc.constant(['\n']) },
  { weight: 3, arbitrary: fc.constant(['\r\n']) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 2, maxLength: 7 }) },
);

/** Documents in many scripts, with the elements of Markdown that an edit could cut. */
export const randomDocument: fc.Arbitrary<RandomDocument> = fc
  .tuple(fc.array(fc.tuple(block, gap), { minLength: 1, maxLength: 14 }), lineEnds, fc.boolean())
  .map(([blocks, ends, endsWithLine]) => {
    let content = '';
    let lines = 0;
    const headings: { start: number; level: number }[] = [];
    const add = (text: string): void => {
      content += text.replace(/\n/g, () => ends[lines++ % ends.length]!);
    };
    for (const [at, [one, behind]] of blocks.entries()) {
      if ('level' in one) headings.push({ start: content.length, level: one.level });
      add('level' in one ? `${'#'.repeat(one.level)} ${one.text}` : one.text);
      if (at < blocks.length - 1 || endsWithLine) add(behind);
    }
    return { content, headings, pieces: [...segmenter.segment(content)].map((s) => s.segment) };
  });
