import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { ours, theirs } from './normalised.js';

const EXTENSIONS = {
  extensions: [gfm()],
  htmlExtensions: [gfmHtml({ clobberPrefix: 'f-' })],
};
const FOOTNOTE_ADDRESS = / href="#f-[^"]*"/g;

/** Returns the HTML that micromark makes, without the addresses of footnotes. Micromark renders like GitHub. */
const reference = (text: string): string =>
  theirs(micromark(text, EXTENSIONS)).replace(FOOTNOTE_ADDRESS, '');
const agrees = (text: string): boolean =>
  ours(text).replace(FOOTNOTE_ADDRESS, '') === reference(text);

const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: 'a ~~b~~ www.c.test',
  table: '| a | b |\n|---|:-:|\n| c | ~~d~~ |',
  tasks: '- [ ] a\n- [x] b',
  list: '1. a\n2. b',
  quotation: '> a\n> b',
  footnote: '[^1]: a\n\n    b',
  'short footnote': '[^2]: a',
  fence: '```\n| a |\n```',
  heading: '## a',
  underlined: 'a\n===',
  rule: '***',
  code: '    a',
  definition: '[a]: https://b.test',
};
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'at the top': (text) => text,
  'in a list': (text) => text.replace(/^(?=.)/gm, '  ').replace(/^ {2}/, '- '),
  'in a quotation': (text) => text.replace(/^/gm, '> '),
};

/** All pairs of blocks in all contexts, with and without a blank line between the two blocks. */
const PAIRS = Object.entries(PLACES).flatMap(([place, put]) =>
  Object.entries(BLOCKS).flatMap(([first, above]) =>
    Object.entries(BLOCKS).flatMap(([second, below]) =>
      ['right behind', 'behind'].map((order, gap) => ({
        name: `${second} ${order} ${first} ${place}`,
        text: `see[^1] and[^2]\n\n${put(above + '\n'.repeat(gap + 1) + below)}\n`,
      })),
    ),
  ),
);

/** Patterns of the pairs whose HTML differs from the reference, by reason. */
const PAIRS_THAT_DIFFER: Readonly<Record<string, RegExp>> = {
  'an indented line after a link definition is code here': /^code right behind definition/,
  'in a quotation, a list that a blank line ends is loose in the reference, but not in CommonMark':
    /^(?:tasks|list|quotation|(?:short )?footnote) behind (?:tasks|list) in a quotation$/,
  'the reference loses the line break in a quotation that follows a footnote':
    /^quotation (?:right )?behind (?:short )?footnote in a quotation$/,
};

const LINES = JSON.parse(
  readFileSync(join(import.meta.dirname, 'gfm-lines.json'), 'utf8'),
) as readonly string[];

/** Lines whose HTML differs from the reference, each with the reason. */
const LINES_THAT_DIFFER: Readonly<Record<string, string>> = {
  '3~5 a, 7~9 b': 'a tilde between two values means a range in Korean, Japanese and Chinese',
  '~a ~b~ c~': 'two tildes strike one word, but not several words',
  '~a ~~b~~ c~': 'two tildes strike one word, but not several words',
  '(~a), (b~)': 'a tilde before or after a value means a range that is open on one side',
  '(a)~(b), (c)~(d)': 'a tilde between two values means a range',
  '**3**~**5**, **7**~**9**': 'a tilde between two values means a range',
  'a%~b, c~(d)': 'a tilde between two values means a range',
  '~9월, 10월~': 'a tilde before or after a value means a range that is open on one side',
  'https://a.test**b**': 'emphasised text right after an address is no part of the address',
  'mailto:a@b.test': 'the scheme is part of the link, as in newer editions of GFM',
  '_a@b.test_':
    'a mailbox in emphasis is a link, as on GitHub; the reference sees the mark as its end',
};

const DIFFERENCES = Object.values(PAIRS_THAT_DIFFER);

const EXAMPLE = /^`{32} example\n([^]*?)\n\.\n([^]*?)\n`{32}$/gm;

/** Examples, named by section and position. The number of an example is different in each edition of GFM. */
const EXAMPLES = readFileSync(join(import.meta.dirname, 'gfm-extensions.txt'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    [...section.matchAll(EXAMPLE)].map(([, markdown = '', html = ''], index) => ({
      name: `${/^.*(?= \(extension\))/.exec(section)![0]} ${index + 1}`,
      markdown,
      html,
    })),
  );

/** Names of the examples that the service intentionally renders in another way, each with the reason (contract 9). */
const EXAMPLES_THAT_DIFFER: Readonly<Record<string, string>> = {
  'Autolinks 8': 'an address whose scheme is not allowed is no link',
  'Disallowed Raw HTML 1': 'a forbidden tag is removed, with or without its text',
};

it('[2.content-markdown] [9.markdown-gfm] the examples of the GFM extensions render as specified, except for intended differences', () => {
  const differing = EXAMPLES.filter(({ markdown, html }) => ours(markdown) !== theirs(html));
  expect(differing.map(({ name }) => name)).toEqual(Object.keys(EXAMPLES_THAT_DIFFER));
  expect(EXAMPLES).toHaveLength(26);
});

it('[9.markdown-gfm] pairs of GFM blocks render as on GitHub, except for intended differences', () => {
  const differing = PAIRS.filter(({ text }) => !agrees(text)).map(({ name }) => name);
  const isMeant = (name: string) => DIFFERENCES.some((pattern) => pattern.test(name));
  expect(differing.filter((name) => !isMeant(name))).toEqual([]);
  expect(DIFFERENCES.filter((pattern) => !differing.some((name) => pattern.test(name)))).toEqual(
    [],
  );
  expect(1 - differing.length / PAIRS.length).toBeGreaterThan(0.98);
});

it('[9.markdown-gfm] lines of GFM render as on GitHub, except for intended differences', () => {
  const differing = LINES.filter((text) => !agrees(text));
  expect(differing).toEqual(Object.keys(LINES_THAT_DIFFER));
});
