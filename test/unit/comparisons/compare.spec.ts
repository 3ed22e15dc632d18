import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import {
  compared,
  type Comparison,
  type RevisionsToCompare,
} from '../../../src/comparisons/compare.js';
import { shownComparison } from '../../../src/comparisons/comparison-html.js';
import type { MarkTexts } from '../../../src/comparisons/mark.js';
import type { Place } from '../../../src/comparisons/places.js';
import { grouped } from '../../../src/comparisons/places-list.js';
import { type DocumentValue, MEMBER_NAMES } from '../../../src/documents/document.js';
import { deskLanguage } from '../../../src/site/html/desk-words.js';
import { Html } from '../../../src/site/html/html.js';
import { plainText } from '../../../src/rendering/plain-text.js';
import { SAMPLE } from '../../setup/document.js';

const DOCUMENT: DocumentValue = {
  ...SAMPLE,
  tags: ['one', 'two'],
  sources: ['https://a.example/'],
  author: { kind: 'ai', name: 'A machine' },
};
const NAMES = Object.fromEntries(
  MEMBER_NAMES.map((name) => [name, name.replace(/^./, (sign) => sign.toUpperCase())]),
) as Record<keyof DocumentValue, string>;
const TEXTS: MarkTexts = {
  removed: '-',
  added: '+',
  nextPlace: 'Next place',
  unchangedLines: (count) => new Html(`${count} unchanged`),
};

const revision = (content: string, more: Partial<DocumentValue> = {}) => ({
  document: { ...DOCUMENT, ...more },
  content,
  pictures: null,
});

interface Given {
  readonly locale?: string;
  readonly members?: Partial<DocumentValue>;
}

const revisionsOf = (
  before: string | null,
  after: string,
  { locale = 'en', members = {} }: Given = {},
): RevisionsToCompare => ({
  locale,
  before: before === null ? null : revision(before),
  after: revision(after, members),
  imageOrigins: ['https://pictures.example'],
  picturesBase: '/pictures/',
});

const compare = (...given: Parameters<typeof revisionsOf>): Comparison =>
  compared(revisionsOf(...given), TEXTS, NAMES);

/** Shows a place as `[old→new]`, with what makes it weigh more. */
const shown = ({ left, right, weights, kind }: Place): string =>
  `${kind === 'moved' ? 'moved ' : ''}[${left}→${right}]${weights.map((weight) => ` ${weight}`).join('')}`;

const places = (...args: Parameters<typeof compare>): string[] =>
  compare(...args).places.map(shown);

const articleOf = ({ article }: Comparison): string => article.text;

/** Compares two revisions as the desk shows them. */
const onDesk = (before: string | null, after: string) =>
  shownComparison({
    revisions: revisionsOf(before, after),
    of: deskLanguage('en'),
    from: before === null ? null : 1,
    isPublic: before !== null,
    page: '',
    deskHref: '/desk/id',
  });

/** Shows an article as text, with `{-old-}` and `{+new+}`; the links to the next places are left out. */
const marked = (...args: Parameters<typeof compare>): string =>
  plainText(
    parseFragment(
      articleOf(compare(...args))
        .replaceAll(/<a\s+class="next-place".*?<\/a\s*>/gs, '')
        .replaceAll(/<(del|ins) class="(?:removed|added)[^>]*>/g, (_, tag: string) => `<${tag}>{`)
        .replaceAll(/<span class="sr-only">\[([+-]): <\/span>/g, '$1')
        .replaceAll(/<span class="sr-only">\]<\/span><\/del>/g, '-}</del>')
        .replaceAll(/<span class="sr-only">\]<\/span><\/ins>/g, '+}</ins>'),
    ),
  );

const inSection = (share: string) =>
  `Well.\n\n## Fuel *margins*\n\nFirst. The margin is ${share} of all fuel.`;

/** A long text, with its words in another order for each `step`. */
const mixedUp = (step: number, end: string): string =>
  `So it begins. ${Array.from({ length: 900 }, (_, at) => `w${(at * step) % 900}`).join(' ')} ${end}`;

const manyLines = (end: string): string =>
  Array.from({ length: 600 }, (_, at) => `Line ${at} is c${at}${end}.`).join('\n\n');

const FOLD = '<details><summary>a</summary>\n\nb\n\n</details>';

/** Words with marks of footnotes, in this order; `-`: without a mark. */
const noted = (marks: string, second = 'Two.'): string =>
  Array.from(marks, (mark, at) => `${'abcd'[at]!}${mark === '-' ? '' : `[^${mark}]`} and`)
    .concat('so on.\n\n[^1]: One.', marks.includes('2') ? `\n[^2]: ${second}` : '')
    .join(' ');

describe('the places that differ', () => {
  it.each<[string, string, string, string[]]>([
    ['a number with its unit', 'Take 5 mg a day.', 'Take 50 mg a day.', ['[5 mg→50 mg] number']],
    ['a percentage', 'It is 12 % of all.', 'It is 2 % of all.', ['[12 %→2 %] number']],
    ['a unit alone', 'Take 5 mg a day.', 'Take 5 g a day.', ['[5 mg→5 g] number']],
    ['a unit as a word', 'It takes 5 hours now.', 'It takes 5 days now.', ['[hours→days] number']],
    ['a unit without a number', 'Dose (mg) of it.', 'Dose (g) of it.', ['[mg→g] number']],
    ['a sign', 'Keep at (-5 °C) now.', 'Keep at (5 °C) now.', ['[-5 °C→5 °C] number']],
    ['a long sign', 'Keep at –5 °C now.', 'Keep at 5 °C now.', ['[–5 °C→5 °C] number']],
    ['an exponent', 'It has 10⁶ cells.', 'It has 10⁹ cells.', ['[10⁶→10⁹] number']],
    ['a raised number', 'It has 10<sup>6</sup> cells.', 'It has 106 cells.', ['[10^6→106] number']],
    ['a fraction', 'Take a ½ cup of it.', 'Take a ¼ cup of it.', ['[½→¼] number']],
    ['a numeral', 'Take three of it now.', 'Take five of it now.', ['[three→five] number']],
    ['a negation', 'It must not be hot.', 'It must now be hot.', ['[not→now] negation']],
    ['a contraction', 'It doesn’t rain here.', 'It does rain here.', ['[doesn’t→does] negation']],
    ['a date', 'It ends on 3 May here.', 'It ends on 3 June here.', ['[May→June] date name']],
    ['a name', 'Then Ada spoke of it.', 'Then Grace spoke of it.', ['[Ada→Grace] name']],
    ['a word', 'All is well here.', 'All is good here.', ['[well→good]']],
    [
      'a word at the start of a sentence',
      'Well it is. So be it.',
      'Good it is. So be it.',
      ['[Well→Good]'],
    ],
    [
      'the address of a link',
      'See [all](https://a.example/) of it.',
      'See [all](https://b.example/) of it.',
      ['[https://a.example/→https://b.example/] link'],
    ],
    ['bold type', 'See all of it.', 'See **all** of it.', ['[all→all]']],
    [
      'adjacent words, as one place',
      'We sell five red apples here today.',
      'We sell nine green apples here today.',
      ['[five red→nine green] number'],
    ],
    [
      'a removed sentence',
      'One is here. It must not boil.',
      'One is here.',
      ['[It must not boil.→] negation'],
    ],
    [
      'an inserted paragraph',
      'One is here.\n\nThree is here.',
      'One is here.\n\nTwo.\n\nThree is here.',
      ['[→Two.] number'],
    ],
    [
      'several inserted paragraphs, as one place',
      'End of it.',
      'One.\n\nTwo.\n\nEnd of it.',
      ['[→One. Two.] number'],
    ],
    [
      'a cell',
      '| a | b |\n|-|-|\n| x | 410 |',
      '| a | b |\n|-|-|\n| x | 388 |',
      ['[410→388] number'],
    ],
    ['a row', '| a | b |\n|-|-|\n| x | y |', '| a | b |\n|-|-|\n| v | w |\n| x | y |', ['[→v w]']],
    ['code', '```js\nlet a = 1;\n```', '```js\nlet a = 2;\n```', ['[1→2] number']],
    [
      'a picture',
      '![Tea](https://pictures.example/a.png)',
      '![Tea](https://pictures.example/b.png)',
      ['[🖼 Tea→🖼 Tea]'],
    ],
    [
      'the description of a picture',
      '![Tea](https://pictures.example/a.png)',
      '![Milk](https://pictures.example/a.png)',
      ['[🖼 Tea→🖼 Milk] name'],
    ],
    ['the first number of a list', '1. a\n2. b', '5. a\n6. b', ['[→start=5] number']],
    ['an end of a task', '- [ ] a b\n- [ ] c', '- [x] a b\n- [ ] c', ['[☐→☑]']],
    [
      'the kind of an alert',
      '> [!NOTE] Dosage\n> Take it.',
      '> [!CAUTION] Dosage\n> Take it.',
      ['[alert alert-note→alert alert-caution]'],
    ],
    [
      'the direction of words',
      'In 10 – 50 days.',
      'In <span dir="rtl">10 – 50</span> days.',
      ['[10 – 50→10 – 50]'],
    ],
    ['the direction of a block', '<p>a</p>', '<p dir="rtl">a</p>', ['[→dir=rtl]']],
    ['an opened fold', FOLD, FOLD.replace('<details', '<details open'), ['[→open]']],
    ['the side of a column', '| a |\n|-|\n| 1 |', '| a |\n|-:|\n| 1 |', ['[→align-right]']],
    ['a line', 'One.\n\nTwo.', 'One.\n\n---\n\nTwo.', ['[→<hr>]']],
    ['a removed mark of a footnote', noted('11'), noted('1-'), ['[[1]→] number', '[↩→]']],
    [
      'marks of other footnotes',
      noted('1212'),
      noted('1221'),
      ['[[1]→[2]] number', '[[2]→[1]] number'],
    ],
    ['a changed footnote alone', noted('12'), noted('12', 'Three.'), ['[Two→Three] number']],
    [
      'nothing, if footnotes are only counted anew',
      'A.[^a]\n\nB.[^b]\n\n[^a]: One.\n\n[^b]: Two.',
      'A.[^x]\n\nB.[^b]\n\n[^x]: One.\n\n[^b]: Two.',
      [],
    ],
  ])('[13.places] are %s', (_what, before, after, expected) => {
    expect(places(before, after)).toEqual(expected);
  });

  it.each<[string, string, string, string[]]>([
    ['de', 'Das darf nicht heiß werden.', 'Das darf bald heiß werden.', ['[nicht→bald] negation']],
    ['fr', 'Il faut sans doute partir.', 'Il faut avec doute partir.', ['[sans→avec] negation']],
    ['ja', '火を使わないでください。', '火を使ってください。', ['[わないで→って] negation']],
    ['ko', '약을 먹지 않습니다.', '약을 먹지 했습니다.', ['[않습니다→했습니다] negation']],
    ['zh-Hans', '今天不可以去。', '今天可以去。', ['[不→] negation']],
    ['ar', 'الدواء لا يؤخذ مع الحليب.', 'الدواء قد يؤخذ مع الحليب.', ['[لا→قد] negation']],
    ['ar', 'تُقطف باليد ولا تُهزّ أبداً.', 'تُقطف باليد وتُهزّ أبداً.', ['[ولا تُهزّ→وتُهزّ] negation']],
    ['he', 'קוטפים ביד ולא מנערים כאן.', 'קוטפים ביד וגם מנערים כאן.', ['[ולא→וגם] negation']],
    ['ko', '약을 먹으면 안 됩니다.', '약을 먹으면 됩니다.', ['[안→] negation']],
    ['ko', '여기를 만지지 마세요.', '여기를 만지세요.', ['[만지지 마세요→만지세요] negation']],
    ['tr', 'Sıcak suda yıkamayın.', 'Sıcak suda yıkayın.', ['[yıkamayın→yıkayın] negation']],
    ['fa', 'با شیر مصرف نکنید.', 'با شیر مصرف کنید.', ['[نکنید→کنید] negation']],
    ['zh-Hans', '每日三次服用。', '每日五次服用。', ['[三次→五次] number']],
    ['ja', '一日三回飲む。', '一日五回飲む。', ['[三→五] number']],
    ['ru', 'Это не опасно сегодня.', 'Это очень опасно сегодня.', ['[не→очень] negation']],
  ])(
    '[13.places] are whole words, and know negations, in %s',
    (locale, before, after, expected) => {
      expect(places(before, after, { locale })).toEqual(expected);
    },
  );

  it('[13.places] call a paragraph moved that stands elsewhere, and find the changes in what stayed', () => {
    const [first, moved, last] = [
      'The first one is 12 % of it all.',
      'A moved one.',
      'The last one stays.',
    ];
    const before = [first, moved, last].join('\n\n');
    const after = [moved, first.replace('12', '2'), last].join('\n\n');
    expect(places(before, after)).toEqual([
      'moved [→A moved one.]',
      '[12 %→2 %] number',
      'moved [A moved one.→]',
    ]);
  });

  it('[13.places] name the section, and the words beside a place', () => {
    expect(compare(inSection('12 %'), inSection('2 %')).places).toMatchObject([
      { number: 1, where: 'Fuel margins', before: 'The margin is ', after: ' of all fuel.' },
    ]);
  });

  it('[13.places] [13.queue-words] cut no character in two where a text has no spaces', () => {
    const rare = '\u{20BB7}'.repeat(301);
    const { places: found, opening } = compare(`一${rare}は12は${rare}`, `一${rare}は2は${rare}`);
    const cut = [opening, ...found.flatMap(({ before, after }) => [before, after])];
    expect(cut.length).toBeGreaterThan(2);
    for (const text of cut) expect(text.isWellFormed()).toBe(true);
  });

  it('[13.places] come grouped if they are alike, what weighs most first', () => {
    const before = 'The colour is here. '.repeat(200).concat('\n\n').repeat(3);
    const after = before.replaceAll('colour', 'color');
    const { places: found } = compare(`${before}It is 12 % here.`, `${after}It is 2 % here.`);
    expect(grouped(found).map((group) => [shown(group.places[0]), group.places.length])).toEqual([
      ['[12 %→2 %] number', 1],
      ['[colour→color]', 600],
    ]);
    expect(found.at(-1)!.number).toBe(601);
  });

  it('[13.places] show of a long text where it differs, and are grouped by all of it', () => {
    const [old, now] = [7, 11].map((step) =>
      ['as', 'so'].map((end) => mixedUp(step, `ends ${end}`)),
    );
    const found = grouped(compare(old!.join('\n\n'), now!.join('\n\n')).places);
    expect(found).toMatchObject(
      ['as', 'so'].map((end) => ({
        places: [
          {
            before: 'w0 ',
            left: expect.stringMatching(/^w7 w14/),
            right: expect.stringMatching(/^w11 w22/),
            after: ` ends ${end}`,
          },
        ],
      })),
    );
  });

  it.each(MEMBER_NAMES)(
    '[13.members] include a change of %s, but no member that stayed',
    (name) => {
      const value = DOCUMENT[name];
      const other = Array.isArray(value)
        ? ['changed']
        : typeof value === 'string'
          ? 'changed'
          : { ...(value as object), name: 'changed' };
      const { members, places: found } = compare('Text.', 'Text.', { members: { [name]: other } });
      expect(members.map((member) => member.name)).toEqual([name]);
      expect(members[0]!.marked.text).toContain('changed');
      expect(found.map(({ right }) => right).join(' ')).toContain('changed');
    },
  );

  it('[13.members] say how many items changed', () => {
    const members = {
      tags: ['two', 'three', 'four'],
      sources: ['https://a.example/', 'https://b.example/'],
    };
    expect(
      compare('Text.', 'Text.', { members }).members.map(({ name, count }) => [name, count]),
    ).toEqual([
      ['tags', 2],
      ['sources', 1],
    ]);
  });
});

const mixed = (cell: string, code: string, picture: string) =>
  `| a |\n|-|\n| ${cell} |\n\n\`\`\`js\n${code}\n\`\`\`\n\n![A cup](https://pictures.example/${picture}.png)`;

/** A section of five lines and a last one. */
const inFive = (title: string, last: string): string =>
  `## ${title}\n\n${'A line.\n\n'.repeat(5)}${last}\n\n`;

describe('the marked article', () => {
  it.each<[string, string, string, string]>([
    ['words', 'It is *old* here.', 'It is *new* here.', 'It is {-old-}{+new+} here.'],
    [
      'a table as a table',
      '| a | b |\n|-|-|\n| x | 1 |',
      '| a | b |\n|-|-|\n| x | 2 |',
      'a\nb\nx\n{-1-}{+2+}',
    ],
    ['an inserted list item', '- one\n- two', '- one\n- new\n- two', 'one\n{+new+}\ntwo'],
    [
      'a whole paragraph if little of it stayed',
      'Alpha beta.',
      'Gamma delta.',
      '{-Alpha beta.-}{+Gamma delta.+}',
    ],
    ['a list item that got a list', '- one two\n', '- one two\n  - three\n', 'one two\n{+three+}'],
    ['code with its line ends', '```\na\nb\n```', '```\na\nc\n```', 'a {-b-}{+c+}'],
    ['another first number of a list', '1. a\n2. b', '5. a\n6. b', '{+start=5+}a\nb'],
    ['a first number that is gone', '5. a\n6. b', '1. a\n2. b', '{-start=5-}a\nb'],
  ])('[13.marked-article] shows %s', (_what, before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it('[13.marked-article] keeps tables, code and pictures what they are, the old beside the new', () => {
    const article = articleOf(compare(mixed('x', 'a', 'p'), mixed('y', 'b', 'q')));
    expect(article).toMatch(/<td[^>]*><del.*?x.*?<\/del><ins.*?y.*?<\/ins>.*?<\/td>/s);
    expect(article).toMatch(/<pre.*?<code class="hljs language-js">.*?<\/code>.*?<\/pre>/s);
    expect(article).toMatch(
      /<del class="removed[^>]*>.*?p\.png.*?A cup.*?<\/del><ins class="added">.*?q\.png.*?A cup/s,
    );
  });

  it.each([
    ['an empty corner', '|  | a |\n|-|-|\n| x | 1 |', '| a |\n|-|\n| 1 |'],
    ['a row of empty cells', '| a |\n|-|\n| 1 |\n|  |', '| a |\n|-|\n| 1 |'],
    ['an empty item', '- a\n-\n- b', '- a\n- b'],
    ['an empty item and a full one', '- a\n-\n- b\n- c', '- a\n- c'],
    ['an empty block', '<div></div>\n\nb', 'b'],
  ])('[13.places] [13.bounded] has a mark for each place, also for %s', (_what, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      const comparison = compare(before, after);
      expect(comparison.places.length).toBeGreaterThan(0);
      for (const { number } of comparison.places)
        expect(articleOf(comparison).split(`id="place-${number}"`)).toHaveLength(2);
    }
  });

  it('[13.folded] folds what did not change, except beside a change, and says how many lines', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `Line ${at} is here.`);
    const after = lines.with(50, 'Line 50 was here.');
    const article = articleOf(compare(lines.join('\n\n'), after.join('\n\n')));
    expect([...article.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, text]) => text)).toEqual([
      '49 unchanged',
      '48 unchanged',
    ]);
    for (const line of after.filter((_, at) => at !== 50)) expect(article).toContain(line);
  });

  it('[13.folded] keeps the heading of the section of a change in sight', () => {
    const [before, after] = ['1', '2'].map(
      (last) => inFive('One', 'a') + inFive('Two', `It is ${last}.`) + inFive('Three', 'b'),
    );
    const folded = articleOf(compare(before!, after!)).replaceAll(/<details.*?<\/details>/gs, '…');
    expect([...folded.matchAll(/<h2[^>]*>(\w+)|…/g)].map(([all, title]) => title ?? all)).toEqual([
      '…',
      'Two',
      '…',
      'Three',
      '…',
    ]);
  });

  it('[13.new-article] shows a new document without marks, and unfolded', () => {
    const comparison = compare(null, 'A first text.\n\n'.repeat(9));
    expect(articleOf(comparison)).toBe('<p dir="auto">A first text.</p>'.repeat(9));
    expect(comparison.places).toEqual([]);
  });

  it('[13.new-article] lists the members of a new document that its article does not show', () => {
    const found = compare(null, 'Text.').members;
    expect(
      found.map(({ name, marked: { text } }) => [name, text.replaceAll(/<[^>]+>/g, '')]),
    ).toEqual([
      ['tags', 'one, two'],
      ['author', 'ai, A machine'],
    ]);
    expect(onDesk(null, 'Text.').list.text).toMatch(/<dl class="members">.*A machine/s);
  });

  it('[13.notes] has links to the forms at each heading of a section, but not at that of the footnotes', () => {
    const { article } = onDesk(null, '## One *two*\n\nText.[^1]\n\n[^1]: Note.');
    const headings = [...article.text.matchAll(/<h2.*?<\/h2>/gs)].map(([heading]) => heading);
    expect(headings.map((heading) => heading.match(/section=[^"]+/g))).toEqual([
      ['section=s-one-two', 'section=s-one-two'],
      null,
    ]);
  });

  it('[13.isolated] gives texts their own direction, and lists and tables that of the document', () => {
    const article = articleOf(compare('- a b\n\n| x |\n|-|\n| y |', '- a c\n\n| x |\n|-|\n| y |'));
    expect([...article.matchAll(/<(\w+) dir="auto"/g)].map(([, name]) => name)).toEqual([
      'li',
      'th',
      'td',
    ]);
  });

  it('[13.marked-article] leads from each place to the next one', () => {
    const article = articleOf(compare('One a b.\n\nTwo a b.', 'One x b.\n\nTwo y b.'));
    expect([...article.matchAll(/ (?:id="|href="#)(place-\d)"/g)].map(([, id]) => id)).toEqual([
      'place-1',
      'place-2',
      'place-2',
      'place-3',
    ]);
  });

  it('[13.marked-article] has each id once, and none of what was removed', () => {
    const before = '## Old\n\nSome.\n\n## Kept\n\nText[^1].\n\n[^1]: Note.';
    const ids = [
      ...articleOf(compare(before, '## Kept\n\nText[^1].\n\n[^1]: Not it.')).matchAll(
        / id="([^"]+)"/g,
      ),
    ].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('s-old');
  });
});

const elementsIn = (node: Tree.Node): Tree.Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) =>
        ['tagName' in child ? child : [], elementsIn(child)].flat(),
      )
    : [];

describe('hostile revisions', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<details open ontoggle=alert(1)>x</details>',
    '</p></div><style>*{display:none}</style>',
    '<!--article-->',
    '`<script>`',
  ])('[13.harmless] bring no markup of their own into a comparison: %s', (text) => {
    const { article, members } = compare('Text.', `Text. ${text}`, {
      members: { title: text, tags: [text] },
    });
    const page = `${article.text}${members.map(({ marked: { text: part } }) => part).join('')}`;
    const elements = elementsIn(parseFragment(page));
    expect(page).not.toContain('<!--');
    expect(
      elements.map(({ tagName }) => tagName).filter((name) => /^(?:script|style)$/.test(name)),
    ).toEqual([]);
    const attributes = elements.flatMap(({ attrs }) => attrs);
    expect(
      attributes.filter(
        ({ name, value }) => name.startsWith('on') || value.startsWith('javascript:'),
      ),
    ).toEqual([]);
  });

  it('[13.hidden] are shown with hidden characters as named signs, in text, code, members and removed text', () => {
    const hidden = 'a\u200bb \u202ec\u00add \u{e0041} g\u043e\u043egle';
    const {
      article,
      members,
      hidden: found,
    } = compare(`x ${hidden} y\n\n\`${hidden}\``, `x y\n\n\`${hidden}\``, {
      members: { title: hidden },
    });
    const page = `${article.text}${members[0]!.marked.text}`;
    for (const sign of ['ZWSP', 'RLO', 'SHY', 'TAG E0041'])
      expect(page.split(`>${sign}<`).length).toBe(4);
    expect(page).not.toMatch(/[\u200b\u202e\u00ad\u{e0041}]/u);
    expect(page).toContain('<b class="foreign-letter" title="Cyrillic">о</b>');
    expect(found).toEqual({
      characters: [
        { name: 'zero width space', count: 2 },
        { name: 'right-to-left override', count: 2 },
        { name: 'soft hyphen', count: 2 },
        { name: 'tag character', count: 2 },
      ],
      words: ['gооgle'],
    });
  });
});

it('[13.hidden] names characters that are written as entities, and all that readers cannot see', () => {
  const entities = 'Pay &#x202E;0021&#x202C; now &ZeroWidthSpace;so &shy;it &emsp;is &#x2800;all.';
  expect(compare('Text.', entities).hidden.characters.map(({ name }) => name)).toEqual([
    'right-to-left override',
    'end of a direction',
    'zero width space',
    'soft hyphen',
    'unusual space',
    'braille pattern blank',
  ]);
  const rare = 'a\u2800b\u180bc\u{1d173}d\u{e0fff}e\u{1d159}f';
  expect(compare('Text.', rare).hidden.characters).toEqual([
    { name: 'braille pattern blank', count: 1 },
    { name: 'variation selector', count: 1 },
    { name: 'invisible character', count: 3 },
  ]);
  for (const text of ['`&shy;`', '\u2801\u2800\u2802', '\u1820\u180b'])
    expect(compare('Text.', text).hidden.characters).toEqual([]);
});

describe('the work of a comparison', () => {
  it('[13.bounded] finds one changed word among 200,000 characters', () => {
    const text = Array.from(
      { length: 2_000 },
      (_, at) => `Line ${at} of a long text with the same words in each line, as reports have.`,
    );
    const after = text.with(1_234, text[1_234]!.replace('the same', 'no'));
    expect(places(text.join('\n\n'), after.join('\n\n'))).toEqual(['[the same→no] negation']);
  });

  it('[13.bounded] compares the Markdown if a version cannot be rendered', () => {
    const {
      article,
      fault,
      places: found,
    } = compare('Fine and 5 mg.', `${'> '.repeat(120)}Fine and 50 mg.`);
    expect(fault).toBe('unshowable');
    expect(found.map(shown).join()).toContain('50 mg');
    expect(article.text).toContain('id="place-1"');
  });

  it('[13.bounded] marks one changed cell among 19,000', () => {
    const rows = Array.from({ length: 1_900 }, () => '|1|2|3|4|5|6|7|8|9|0|');
    const table = ['|a|b|c|d|e|f|g|h|i|j|', '|-|-|-|-|-|-|-|-|-|-|', ...rows];
    const after = table.with(1_234, '|1|2|3|4|5|6|7|8|9|1|');
    const { fault, places: found, article } = compare(table.join('\n'), after.join('\n'));
    expect(fault).toBeNull();
    expect(found.map(shown)).toEqual(['[0→1] number']);
    expect(article.text).toContain('id="place-1"');
  });

  it('[13.bounded] shows the whole Markdown with its changes marked if the article is too long for it', () => {
    const row = '- [ ] [a](https://address.example/b)\n';
    const before = row.repeat(Math.floor(199_000 / row.length / 3)).concat('\n<p>a'.repeat(21_000));
    const after = before.replace(/a$/, 'b');
    const { article, list } = onDesk(before, after);
    expect(list.text).toContain('href="#place-1"');
    expect(article.text).toContain(deskLanguage('en').words.tooLong);
    expect(article.text).toMatch(/<pre>.*id="place-1".*<\/pre>/s);
    expect(onDesk(null, before).article.text).toContain('<p dir="auto">a');
  });

  it('[13.bounded] lists 500 places, and says that there are more', () => {
    const { list } = onDesk(manyLines('x'), manyLines('y'));
    expect(list.text.match(/<li/g)).toHaveLength(500);
    expect(list.text).toContain('570 more places');
    expect(list.text).toContain(deskLanguage('en').words.shortened);
  });
});
