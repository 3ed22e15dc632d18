import { texts } from './hostile-document.js';

/** Maximum number of characters of the content of a document (contract 2). */
const MOST = 200_000;
/** Number of characters at which quadratic run time shows. */
const MANY = 50_000;
const DEEP = 10_000;

const filled = (part: string, length = MANY): string =>
  part.repeat(Math.floor(length / part.length));
const wide = (cells: number): string => `|${' a |'.repeat(cells)}\n|${'-|'.repeat(cells)}\n`;

const VECTORS = {
  'quotations in quotations': '>'.repeat(DEEP) + ' a',
  'lists in lists': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- a`)
    .join('\n')
    .slice(0, MOST),
  'list markers on one line': '- '.repeat(DEEP) + 'a',
  'numbered quotations': '1. > '.repeat(2_000) + 'a',
  'links in links': '['.repeat(2_000) + 'a' + '](https://a.test)'.repeat(2_000),
  'pictures in pictures': '!['.repeat(2_000) + 'a' + '](https://pictures.test/a.png)'.repeat(2_000),
  'emphasis in emphasis': '*a **b '.repeat(3_000) + '** c*'.repeat(3_000),
  'openings of emphasis': filled('*a_ '),
  'openings of links': filled('[a](', MOST),
  'openings of titles': filled('[a](b "'),
  'openings of code': Array.from({ length: 300 }, (_, length) => '`'.repeat(length + 1)).join(
    ' a ',
  ),
  'openings of tags': filled('<a b="'),
  'openings of comments': filled('<!-- a'),
  'openings of data': filled('<![CDATA['),
  'entities without an end': filled('&#1'),
  backslashes: filled('\\'),
  'definitions without an end': filled('[a]: <'),
  'the same definition': filled('[a]: https://a.test\n'),
  'references to one long definition': `${filled('[a] ')}\n\n[a]: https://a.test/${'x'.repeat(2_000)}`,
  'footnotes that call each other': Array.from(
    { length: 2_000 },
    (_, n) => `a[^${n}]\n\n[^${n}]: b[^${n + 1}]`,
  ).join('\n\n'),
  'a table of many columns': wide(2_000) + `|${' b |'.repeat(2_000)}\n`.repeat(5),
  'a table of many rows': wide(2) + filled('| b | c |\n', 90_000),
  'a table that never begins': filled('|a') + '\n',
  'addresses that never end': filled('www.a.'),
  'addresses in brackets': filled('https://a.test/('),
  'letters before an at sign': `${'a.'.repeat(25_000)}@`,
  headings: filled('# a\n'),
  'rules that might be lists': filled('* * '),
  'one word': 'x'.repeat(MOST),
  'one word of marks': `a${'\u0301'.repeat(5_000)}`,
  'white space': `a${' '.repeat(MOST - 2)}b`,
  'line breaks': filled('a\\\n'),
  'code that is hard to colour': '```js\n' + '/*'.repeat(40_000) + '`${'.repeat(20_000) + '\n```',
  'code with a pattern that goes back':
    '```ts\n' + `const a = /${'(a+)+'.repeat(2_000)}$/;\n`.repeat(5) + '```',
  'tags of code in another language': '```html\n' + '<a '.repeat(40_000) + '\n```',
  'a wide block of code': '```\n' + 'x'.repeat(100_000) + '\n```',
};

/** Texts that are very deep, wide or long, or that make a careless parser backtrack often. */
export const SIZES = texts(
  Object.fromEntries(
    Object.entries(VECTORS).map(([name, content]) => [name, content.slice(0, MOST)]),
  ),
);
