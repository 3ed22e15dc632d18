import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';

/** Returns a function that repeats `piece` to a text of at most `length` characters. */
const filled = (piece: string) => (length: number) =>
  piece.repeat(Math.floor(length / piece.length));
const numbered = (line: (index: number) => string) => (length: number) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += line(index);
  return text;
};
const deep = (open: string, close: string) => (length: number) => {
  const count = Math.floor(length / (open.length + close.length));
  return open.repeat(count) + close.repeat(count);
};

/** Inputs for which parsers of Markdown, HTML or TeX took quadratic time or more. */
const INPUTS: Readonly<Record<string, (length: number) => string>> = {
  'emphasis that never ends': filled('*a **a '),
  'emphasis in words': filled('a**b'),
  'emphasis of two kinds': filled('*a_'),
  'text that is struck through': filled('~~a'),
  'emphasis beside Chinese and Korean': filled('**「가」**'),
  'emphasis beside Japanese that never ends': filled('**「あ*」'),
  'open brackets': filled('['),
  'brackets in brackets': deep('[', ']'),
  'links without an end': filled('[a](<b'),
  'pictures in pictures': filled('![['),
  'links without definitions': numbered((index) => `[a${index}]`),
  definitions: numbered((index) => `[a${index}]: b\n`),
  'a title over many lines': (length) => `[a]: b "${filled('\nc')(length)}`,
  'code spans of every length': numbered((index) => `a${'`'.repeat(index)}`),
  'a quotation of lazy lines': (length) => `${'> '.repeat(40)}${filled('a\n')(length)}`,
  'lists of lists': filled('- - - a\n'),
  tasks: filled('- [ ] a\n'),
  'a paragraph of many lines': filled('a\n'),
  'a long heading': (length) => `${filled('a\n')(length)}===`,
  'a heading of combining marks': (length) => `# a${filled('\u0301\u0316')(length)}`,
  headings: filled('# a\n'),
  'headings with ids': numbered((index) => `# a {#b${index}}\n`),
  'headings with one id': filled('# a {#b}\n'),
  'ids that never end': (length) => `# ${filled('{#a ')(length)}`,
  'a wide table': (length) => {
    const side = Math.floor(Math.sqrt(length / 4));
    return `|${'a|'.repeat(side)}\n|${'-|'.repeat(side)}\n${'|b\n'.repeat(side)}`;
  },
  'a long table': (length) => `a|b\n-|-\n${filled('a|b\n')(length)}`,
  tables: filled('|a|\n|-|\n\n'),
  footnotes: numbered((index) => `[^${index}] a\n\n[^${index}]: b\n\n`),
  'formulas behind backslashes': (length) => `# ${filled('\\\\$$x ')(length)}`,
  'references to one footnote': (length) => `${filled('[^1] ')(length)}\n\n[^1]: b`,
  'footnotes without blank lines': numbered((index) => `[^${index}]: a[^${index + 1}]\n`),
  'footnotes of footnotes': numbered((index) => `[^${index}]: [^${index + 1}]\n\n`),
  'labels that never end': filled('[^a'),
  'tags that never end': filled('<a '),
  'tags with many attributes': (length) => `<div ${filled('a=b ')(length)}`,
  'open tags': filled('<b><i><p>'),
  'open div elements': filled('<div>\n\n'),
  'tables of HTML': filled('<table><tr><td>a<td>b</table>'),
  'cells of HTML that never end': (length) => `<table>${filled('<tr><td>a<th>b')(length)}`,
  'texts between the rows of HTML': (length) => `<table>${filled('a<tr>')(length)}`,
  'items of HTML': (length) => `<ul>${filled('<li>a')(length)}`,
  'lists of HTML in lists': filled('<ul><li>'),
  'headings of HTML': filled('<h2>a</h3>'),
  'links of HTML': filled('<a href=/b>c'),
  'links of HTML in a block': (length) => `<div>${filled('<a href="/b&amp;">c</a>')(length)}`,
  'pictures of HTML': (length) => `<div>${filled('<img src=a alt=b>')(length)}`,
  'tags that are not kept': filled('<x>a<video></y>'),
  'embedded documents': filled('<iframe src=a title=b></iframe>'),
  'embedded documents that never end': filled('a <iframe src=a>'),
  'sources of recordings': (length) =>
    `<div>${filled('<video><source src=a><source src=b>')(length)}`,
  'anchors with one id': filled('<a id=a></a>'),
  'anchors with many ids': numbered((index) => `<p id=a${index}>`),
  'end tags': filled('a</td></b></ul>'),
  'preformatted text': filled('<pre>'),
  'scripts that never end': filled('<b><script></b>'),
  'comments that never end': filled('<!-- '),
  'CDATA sections': filled('<![CDATA['),
  'processing instructions': filled('<?'),
  entities: filled('&#'),
  'mail addresses': filled('a@'),
  addresses: filled('http://a.b/('),
  'addresses without a scheme': filled('www.'),
  'addresses between spaces': filled('www. '),
  'addresses with underscores': filled('_www.a_'),
  'long hosts': filled('http://a-'),
  'addresses with brackets at the end': (length) => `http://a.b/${filled(')')(length)}`,
  'addresses with entities at the end': (length) => `http://a.b/${filled('&a;')(length)}`,
  'addresses with open brackets': filled('http://a.b/[]('),
  'schemes without addresses': filled('https'),
  'names of mailboxes': filled('a.b+c'),
  'mailboxes with bad ends': filled('a@b.c_ '),
  'addresses in angle brackets': filled('<http:'),
  dollars: filled('$a'),
  formulas: filled('$x$ '),
  'dollars beside code': filled('$a`'),
  'dollars in code': filled('`$a` '),
  'dollars before code': filled('$`a'),
  'formulas in code': filled('$`a`$ '),
  'prices with words': filled('$5 or R$ '),
  'blocks of formulas': filled('$$\na\n'),
  'blocks of formulas between headings': filled('$$a\n# b\n'),
  'round brackets that never end': filled('\\(a'),
  'square brackets that never end': filled('\\[a '),
  'brackets of two kinds that never end': (length) => `\\(${filled('\\[a')(length)}`,
  'blocks in brackets between headings': filled('\\[a\n# b\n'),
  'formulas in brackets': filled('\\(x\\) \\[y=z\\] '),
  'brackets beside code': filled('\\(`a\\)'),
  'backslashes in brackets': (length) => `\\(${filled('\\\\')(length)}`,
  'long formulas': filled(`$${'x+'.repeat(990)}x$ `),
  'deep formulas': filled(`$${'\\text{'.repeat(200)}${'}'.repeat(200)}$ `),
  'code in a language': filled('```js\nlet a = "b";\n```\n'),
  'code with many brackets': filled(`\`\`\`js\n${'a('.repeat(3_000)}\n\`\`\`\n`),
  alerts: filled('> [!NOTE]\n> a\n\n'),
  'alerts with titles': filled('> [!a] b\n\n'),
  containers: filled(':::a b\nc\n:::\n'),
  'containers that never end': filled(':::a\n'),
  'containers that never end in lists': filled('- :::a\n  - :::b\n'),
  'containers of every length that never end': numbered(
    (index) => `${':'.repeat(index % 300)}:::a\n`,
  ),
  'containers in containers': filled(`${':::a\n'.repeat(40)}${':::\n'.repeat(40)}`),
  'a long text in containers': (length) =>
    `${':::a\n'.repeat(90)}${filled('b\n')(length)}${':::\n'.repeat(90)}`,
  'containers that end with too few colons': deep('::::a\n', ':::\n'),
  'a title of a container in brackets that never end': (length) =>
    `:::tip ${filled('{')(length)}\n:::`,
  'backticks in a container': (length) => `:::a\n${filled('`')(length)} \`\n:::`,
  'ends of containers': filled(':::\n'),
  'fences in containers': filled(':::a\n```\n:::\n'),
  admonitions: filled('!!! a "b"\n    c\n\n'),
  'admonitions without a body': filled('!!! a\n'),
  'admonitions in admonitions': (length) => {
    let text = '';
    for (let depth = 0; text.length < length; depth = (depth + 1) % 90) {
      text += `${' '.repeat(depth * 4)}!!! a\n`;
    }
    return text;
  },
  'front matter': (length) => `---\n${filled('a: b\n')(length)}---\n`,
  'front matter that never ends': (length) => `---\n${filled('a: b\n')(length)}`,
  'front matter of one line': (length) => `---\n${filled('a:')(length)}`,
  backslashes: filled('\\'),
  'null characters': filled('\0'),
};

/** Returns the processor time of the faster of two runs, in ms. */
function cost(markdown: string): number {
  const once = () => {
    const before = process.cpuUsage();
    renderMarkdown({ title: 'T', markdown, imageOrigins: [] });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once());
}

const SHORT = 9_000;
const TIMES = 4;
/** Time, in ms, that a garbage collection can add to a run. */
const NOISE_MS = 400;

describe('rendering takes time in proportion to the length of the text', () => {
  it.each(Object.entries(INPUTS))('[9.render-linear] for %s', (_, make) => {
    const short = cost(make(SHORT));
    const long = cost(make(SHORT * TIMES));
    // With quadratic time, the long text would take 16 times as long as the short text.
    expect(long).toBeLessThan(short * TIMES * 2 + NOISE_MS);
    expect(long).toBeLessThan(3_000);
  });
});
