import { MAX_PARTS } from '../../src/rendering/bounds.js';
import { PARSER } from '../../src/rendering/markdown.js';

/** Maximum length of content, in characters (contract 2). */
const LONGEST = 200_000;

/** Number of parts; infinite if the parser refuses the document. */
export function partsOf(markdown: string): number {
  try {
    return PARSER.parse(markdown, {}).reduce(
      (sum, { children }) => sum + 1 + (children?.length ?? 0),
      0,
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns the longest accepted text that repeats `piece` between `head` and `tail`. */
function most(piece: string, head = '', tail = ''): string {
  const made = (times: number): string => head + piece.repeat(times) + tail;
  const fits = (times: number): boolean => partsOf(made(times)) <= MAX_PARTS;
  let [low, high] = [1, Math.floor((LONGEST - head.length - tail.length) / piece.length)];
  if (fits(high)) return made(high);
  while (high - low > Math.max(1, low / 200)) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return made(low);
}

const numbered = (line: (n: number) => string, count: number): string =>
  Array.from({ length: count }, (_, n) => line(n))
    .join('')
    .slice(0, LONGEST);

const CODE = {
  java: 'public static int a$b(String x) { return x.length() + 1; }\n',
  php: '$a = foo("b") ?: 3; // c\n',
  ini: '[a]\nb = c ; d\n',
  typescript: 'const a: Map<string, number> = new Map();\n',
  csharp: 'public int A { get; set; } = 3;\n',
  cpp: 'std::vector<int> a = { 1, 2 };\n',
  bash: 'for a in "$@"; do echo "$a" | grep b; done\n',
  xml: '<a b="c">d</a>\n',
  python: 'def a(b: int) -> str: return f"{b}"\n',
  json: '{"a": [1, 2, "b"]}\n',
};
const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\`\`\`\n\n`;

/** The most expensive accepted document of each shape. */
export const SHAPES: Readonly<Record<string, () => string>> = {
  headings: () => most('# a\n'),
  'underlined headings': () => most('a\n=\n\n'),
  'rows of a table': () => most('a|b\n', 'a|b\n-|-\n'),
  'a wide table of empty cells': () =>
    most('|b\n', `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n`),
  emphasis: () => most('*a* '),
  'emphasis in words': () => most('a**b** '),
  'struck text': () => most('~~a~~ '),
  links: () => most('[a](/b) '),
  'long links': () => most('[a link](https://example.test/some/path?x=1) '),
  addresses: () => most('www.a.b '),
  'mail addresses': () => most('a@b.cc '),
  'list items': () => most('- a\n'),
  'nested lists': () => most('- - - a\n'),
  'numbered items': () => most('1. a\n'),
  tasks: () => most('- [ ] a\n'),
  quotations: () => most('> a\n\n'),
  'nested quotations': () => most('>>>>>>>> a\n\n'),
  alerts: () => most('> [!NOTE]\n> a\n\n'),
  footnotes: () => numbered((n) => `[^${n}] a\n\n[^${n}]: b\n\n`, 10_000),
  'references to one footnote': () => most('[^1] ', '', '\n\n[^1]: b'),
  'HTML in lines': () => most('<b>a</b> '),
  'blocks of HTML': () => most('<p>a</p>\n\n'),
  'open elements': () => most('<b><i>'),
  'tables of HTML': () => most('<table><tr><td>a</td></tr></table>\n\n'),
  'short code blocks': () => most(fence('js', 'let a = "b";\n')),
  'code spans': () => most('`a` '),
  'indented code': () => most('    a\n'),
  'short formulas': () => most('$x$ '),
  'long formulas': () => most(`$${'x+'.repeat(990)}x$ `),
  'one long line': () => 'a'.repeat(LONGEST),
  'different words': () => numbered((n) => `w${(n * 7_919).toString(36)} `, 40_000),
  Chinese: () => most('漢字。'),
  Korean: () => most('한국어 문서 '),
  emoji: () => most('😀 '),
  paragraphs: () => most('a\n\n'),
  lines: () => most('a\n'),
  entities: () => most('&amp;'),
  definitions: () => numbered((n) => `[a${n}]: b\n`, 20_000),
  rules: () => most('---\n\n'),
  ...Object.fromEntries(
    Object.entries(CODE).map(([language, code]) => [
      `code in ${language}`,
      () => most(fence(language, code.repeat(60))),
    ]),
  ),
  'hostile Java': () => most(fence('java', `${'$'.repeat(490)}\n`.repeat(20))),
  'hostile PHP': () => most(fence('php', `${'A'.repeat(490)}\n`.repeat(20))),
  'hostile Haskell': () => most(fence('haskell', `a${'\n'.repeat(49)}`.repeat(190))),
};
