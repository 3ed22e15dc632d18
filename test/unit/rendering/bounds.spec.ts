import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_CODE,
  MAX_FORMULAS,
  MAX_PARTS,
  MAX_REFERENCES,
} from '../../../src/rendering/bounds.js';
import { PARSER } from '../../../src/rendering/markdown.js';
import { canHaveTooManyParts, mostParts, TooManyParts } from '../../../src/rendering/parts.js';
import { inspected } from '../../../src/rendering/pictures.js';
import { render } from './render.js';

/** Maximum length of content, in characters (contract 2). */
const LONGEST = 200_000;
const filled = (piece: string): string => piece.repeat(Math.floor(LONGEST / piece.length));

/** Number of parts: tokens of blocks and of lines. */
const partsOf = (markdown: string): number =>
  PARSER.parse(markdown, {}).reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);

/** Characters that begin, continue or end parts. */
const PIECES = [
  'a',
  ' ',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '#',
  '# ',
  '>',
  '- ',
  '1. ',
  '*',
  '_',
  '**',
  '~',
  '`',
  '```\n',
  '|',
  '|a',
  '-|',
  ':-:|',
  '\n|-|-|\n',
  '[',
  ']',
  '](b)',
  '![',
  '[^1]',
  '[^1]: ',
  '<b>',
  '</b>',
  '<div>\n',
  '<p id=a>',
  '<a id=a href=b>',
  '<video src=a>',
  '<iframe src=b title=c>',
  '> # a {#b}\n',
  '<',
  '&amp;',
  '\\',
  '$',
  '$x$',
  '$$\n',
  '\\(x\\)',
  '\\[x=y\\]',
  '\\[x\n',
  'www.a.b',
  'a@b.c',
  'http://a.b ',
  '=',
  '===\n',
  '[ ] ',
  '> [!NOTE]\n',
  '> [!x] a\n',
  ':::a\n',
  ':::a b\n',
  ':::\n',
  '::::a\n',
  '::::\n',
  '!!! a\n    b\n',
  '??? a "b"\n    c\n',
  ' {#a}\n',
  '\r',
  '가',
];

describe('[2.content-parts] the parts of a document', () => {
  it.each([
    ['headings', '# a\n', true],
    ['emphasis', '*a*b', true],
    ['list items', '- a\n', true],
    ['nested lists', '- - - a\n', true],
    ['table cells', 'a|b\n-|-\n' + 'a|b\n'.repeat(20), true],
    ['entities', '&amp;', false],
    ['prose', 'Some words, and a few more; they are prose.\n', false],
    ['Chinese prose', '漢字。', false],
    ['links in prose', 'a [link](/en/b) in a sentence of its own, like others. ', false],
  ])('%s are counted up to the bound', (_, piece, isBeyond) => {
    expect(inspected(filled(piece)).hasTooManyParts).toBe(isBeyond);
  });

  it('are counted to the last one', () => {
    const within = '#\n'.repeat(Math.floor(MAX_PARTS / 3));
    expect(partsOf(within)).toBe(MAX_PARTS - 1);
    expect(() => PARSER.parse(`${within}#\n`, {})).toThrow(TooManyParts);
  });

  it('of a table with few characters and many empty cells are counted', () => {
    const wide = `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|b\n'.repeat(60)}`;
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const markdown = wide.replaceAll('\n', lineEnd);
      expect(canHaveTooManyParts(markdown)).toBe(true);
      expect(inspected(markdown).hasTooManyParts).toBe(true);
    }
  });

  it('of embeds, which become links, are counted', () => {
    const embeds = 'a<iframe src=b title=c><video src=a>a';
    expect(partsOf(embeds)).toBeLessThanOrEqual(mostParts(embeds));
  });

  it('are never more than the characters that begin them allow', () => {
    const piece = fc.constantFrom(...PIECES);
    const document = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(document, (text) => {
        expect(partsOf(text)).toBeLessThanOrEqual(mostParts(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('an ordinary document', () => {
  it.each([
    ['prose', 'Some words, and a few more; they are prose.\n\n'],
    [
      'a manual',
      '## A step\n\nOpen the *menu* and choose **Settings** in the list of `commands`.\n\n',
    ],
    ['Korean', '문서는 사람이 읽고 나서 공개합니다. '],
  ])('is never parsed to count its parts: %s', (_, piece) => {
    expect(canHaveTooManyParts(filled(piece))).toBe(false);
  });
});

const block = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
const coloured = (markdown: string) => render(markdown).html.split('language-js').length - 1;

describe('highlighted code', () => {
  it('stays plain beyond the bound of a block, of a line and of the document', () => {
    const line = 'let a;\n';
    const longest = line.repeat(Math.floor(MAX_CODE.block / line.length) - 1);
    expect(coloured(block(longest))).toBe(1);
    expect(coloured(block(longest + line.repeat(2)))).toBe(0);
    expect(coloured(block('a'.repeat(MAX_CODE.line)))).toBe(1);
    expect(coloured(block('a'.repeat(MAX_CODE.line + 1)))).toBe(0);
    const some = Math.floor(MAX_CODE.document / longest.length);
    expect(coloured(block(longest).repeat(some + 2))).toBe(some);
  });
});

describe('references to footnotes', () => {
  it('are text beyond their number', () => {
    const { html } = render(`${'[^1] '.repeat(MAX_REFERENCES + 2)}\n\n[^1]: A note.`);
    expect(html.split('data-footnote-ref').length - 1).toBe(MAX_REFERENCES);
    expect(html.split('[^1]').length - 1).toBe(2);
  });
});

const shown = (text: string) => render(text).html.split('<math').length - 1;

describe('formulas', () => {
  it('stay TeX beyond their number, their length and the length of all', () => {
    expect(shown('$x$ '.repeat(MAX_FORMULAS.count + 100))).toBe(MAX_FORMULAS.count);
    expect(shown(`$${'x'.repeat(MAX_FORMULAS.each)}$`)).toBe(1);
    expect(shown(`$${'x'.repeat(MAX_FORMULAS.each + 1)}$`)).toBe(0);
    const all = Math.floor(MAX_FORMULAS.characters / MAX_FORMULAS.each);
    expect(shown(`$${'x'.repeat(MAX_FORMULAS.each)}$ `.repeat(all + 2))).toBe(all);
  });
});

describe('a document at the limits', () => {
  it.each([
    ['is nested too deeply', `${'>'.repeat(10_000)} a`],
    ['has too many parts', '# a\n'.repeat(50_000)],
    [
      'has references that expand to too much text',
      `[a]: /${'b'.repeat(20_000)}\n\n${'[a] '.repeat(1_000)}`,
    ],
  ])('is not rendered if it %s', (_, markdown) => {
    expect(() => render(markdown)).toThrow(RangeError);
  });

  it('[9.hostile] keeps the words of emphasis nested deep enough to stall a browser, but limits its depth', () => {
    const { html } = render('*a **b '.repeat(300) + '** c*'.repeat(300));
    let [depth, deepest] = [0, 0];
    for (const [tag] of html.matchAll(/<\/?\w+/g)) {
      depth += tag.startsWith('</') ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect([depth, deepest]).toEqual([0, 250]);
    expect(html.match(/[abc]/g)?.length).toBeGreaterThanOrEqual(900);
  });

  it('is rendered if it has the maximum length', () => {
    const line =
      'Some *words*, a [link](https://x.test) and `code` in a paragraph of their own.\n\n';
    const markdown = line.repeat(Math.floor(200_000 / line.length));
    expect(render(markdown).html.match(/<p>/g)).toHaveLength(Math.floor(200_000 / line.length));
  });
});
