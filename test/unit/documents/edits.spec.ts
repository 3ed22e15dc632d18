import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit, type EditFault } from '../../../src/documents/edits.js';
import type { Span } from '../../../src/documents/text-search.js';

function edited(content: string, edits: Edit[], sections: Record<string, Span> = {}): string {
  const result = applyEdits(content, edits, (id) => sections[id]);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.content;
}

function faultsOf(
  content: string,
  edits: Edit[],
  sections: Record<string, Span> = {},
): EditFault[] {
  const result = applyEdits(content, edits, (id) => sections[id]);
  return 'faults' in result ? [...result.faults] : [];
}

/** Returns the result of `work`, which must take less than 5 s of processor time. */
function quickly<T>(work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  return result;
}

const GUIDE = '# Guide\n\nIntro.\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n';
const ONE = { start: GUIDE.indexOf('## One'), end: GUIDE.indexOf('## Two') };
const TWO = { start: GUIDE.indexOf('## Two'), end: GUIDE.length };
const SECTIONS = { one: ONE, two: TWO };

describe('a text that is replaced', () => {
  it('[2.edit-find] must occur exactly once', () => {
    expect(edited('a b c', [{ find: 'b', replace: 'B' }])).toBe('a B c');
    expect(faultsOf('b\nb', [{ find: 'b', replace: 'B' }])).toEqual([
      { index: 0, reason: 'ambiguous', occurrences: 2, lines: [1, 2] },
    ]);
  });

  it('[2.edit-all] is replaced at every occurrence if `all` is true, from left to right', () => {
    expect(edited('aaaa b aa', [{ find: 'aa', replace: 'c', all: true }])).toBe('cc b c');
    expect(faultsOf('a', [{ find: 'bbb', replace: '', all: true }])).toMatchObject([
      { reason: 'not_found', occurrences: 0 },
    ]);
  });

  it('[2.edit-line-ends] is found with any line end, and its replacement gets the line ends of the document', () => {
    expect(edited('a\r\nb\r\n', [{ find: 'a\nb', replace: 'x\ny\nz' }])).toBe('x\r\ny\r\nz\r\n');
    expect(edited('a\nb\n', [{ find: 'b', replace: 'x\r\ny' }])).toBe('a\nx\ny\n');
    expect(edited('a\r\nb\r\n', [{ find: 'a\r\nb', replace: '' }])).toBe('\r\n');
    const both = { find: 'a\nb\r\nc', replace: 'x' };
    expect(edited('a\r\nb\r\nc', [both])).toBe('x');
    expect(edited('a\nb\r\nc', [both])).toBe('x');
    expect(edited('a\r\nb', [{ find: 'a\r', replace: 'x' }])).toBe('x\nb');
    expect(edited('a\nb\n', [{ find: 'a', replace: 'x\ry' }])).toBe('x\ny\nb\n');
  });

  it('[2.edit-line-ends] is found and replaced in a document whose lines end in CR only', () => {
    const content = '# A\r\rone\rtwo\r';
    expect(edited(content, [{ find: 'one\ntwo', replace: '1\n2' }])).toBe('# A\r\r1\r2\r');
    expect(edited(content, [{ find: 'one\r\ntwo', replace: '' }])).toBe('# A\r\r\r');
    expect(edited(content, [{ find: 'one\rtwo', replace: 'x' }])).toBe('# A\r\rx\r');
    expect(edited(content, [{ append: 'b\nc' }])).toBe('# A\r\rone\rtwo\r\rb\rc');
    expect(faultsOf(content, [{ find: 'o', replace: '' }])).toMatchObject([{ lines: [3, 4] }]);
    expect(faultsOf(content, [{ find: 'twoo', replace: '' }])).toMatchObject([{ lines: [4] }]);
  });

  it('[2.edit-find] is searched for only in the section of the edit', () => {
    const content = '## One\n\nsame\n\n## Two\n\nsame\n';
    const two = { start: content.indexOf('## Two'), end: content.length };
    expect(edited(content, [{ section: 'two', find: 'same', replace: 'B' }], { two })).toBe(
      '## One\n\nsame\n\n## Two\n\nB\n',
    );
  });

  it.each([
    ['in capitals', 'Title\n\nreadme first\n', 'README', 3],
    ['of two characters', 'One line.\n\nTeh end.\n', 'Th', 3],
    ['with swapped letters', 'One line.\n\nab the cd\n', 'teh', 3],
    ['in a script without spaces', '제목\n\n문서를 게시\n', '서문', 3],
  ])(
    '[2.edit-failed-details] is reported with the most similar line if it does not occur: a text %s',
    (_, content, find, line) => {
      expect(faultsOf(content, [{ find, replace: '' }])).toMatchObject([{ lines: [line] }]);
    },
  );

  it('is searched for quickly even in hostile texts', () => {
    const content = '\n'.repeat(200_000);
    const edits = Array.from({ length: 20 }, (_, at) => ({
      find: `b${'\n'.repeat(19_900 + at)}`,
      replace: '',
    }));
    expect(quickly(() => faultsOf(content, edits))).toHaveLength(20);
  });
});

describe('hostile edits', () => {
  it('[2.edits-result] do not grow the content further once it is too long', () => {
    const edit = { find: 'o', replace: 'x'.repeat(200_000), all: true };
    const content = edited('o'.repeat(100_000), [edit]);
    expect(content.length).toBeGreaterThan(400_000);
    expect(content.length).toBeLessThan(1_000_000);
  });

  it.each([
    ['the same text', () => 'a'],
    ['a longer text in each edit', (at: number) => 'a'.repeat(at + 1)],
  ])(
    '[2.edits-overlap] are reported quickly, even if 100 edits match everywhere: %s',
    (_name, find) => {
      const edits = Array.from({ length: 100 }, (_, at) => ({
        find: find(at),
        replace: '',
        all: true,
      }));
      const faults = quickly(() => faultsOf('a'.repeat(200_000), edits));
      expect(faults.map((fault) => fault.with)).toEqual(edits.map((_, at) => (at === 0 ? 1 : 0)));
      const lines = Array.from({ length: 20 }, () => 1);
      const occurrences = 200_000 / find(99).length;
      expect(faults[99]).toMatchObject({ reason: 'overlap', occurrences, lines });
    },
  );

  it('[2.edit-failed-details] are reported quickly, even if their matches come after 190,000 line feeds', () => {
    const edits = Array.from({ length: 100 }, () => ({ find: 'a', replace: '' }));
    const content = `${'\n'.repeat(190_000)}${'a'.repeat(20)}`;
    const faults = quickly(() => faultsOf(content, edits));
    expect(faults[99]!.lines).toEqual(Array.from({ length: 20 }, () => 190_001));
  });
});

describe('a section', () => {
  it('[2.edit-section] is replaced whole, with a blank line after it', () => {
    const replaced = '# Guide\n\nIntro.\n\n## New\n\nText.\n\n## Two\n\nSecond.\n';
    for (const replace of ['## New\n\nText.', '## New\n\nText.\n', '## New\n\nText.\n\n']) {
      expect(edited(GUIDE, [{ section: 'one', replace }], SECTIONS)).toBe(replaced);
    }
  });

  it('[2.edit-section] whose last line is blank does not indent the next section', () => {
    const next = '\n## Two\n\nSecond.\n';
    for (const blanks of ['    ', '\t', '  ']) {
      const replace = `## New\n\n${blanks}`;
      expect(edited(GUIDE, [{ section: 'one', replace }], SECTIONS)).toContain(`${replace}${next}`);
      const append = `More.\n${blanks}`;
      expect(edited(GUIDE, [{ section: 'one', append }], SECTIONS)).toContain(`${append}${next}`);
    }
    expect(edited('a\n\n    ', [{ append: 'b' }])).toBe('a\n\n    \nb');
    expect(edited('a\n    ', [{ append: '\nb' }])).toBe('a\n    \nb');
  });

  it('[2.edit-section] at the end of the content gets no blank line', () => {
    expect(edited(GUIDE, [{ section: 'two', replace: '## New' }], SECTIONS)).toMatch(/\n\n## New$/);
  });

  it('[2.edit-section] that becomes empty is deleted with all its bytes, and nothing is added', () => {
    const edit = { section: 'one', replace: '' };
    expect(edited(GUIDE, [edit], SECTIONS)).toBe('# Guide\n\nIntro.\n\n## Two\n\nSecond.\n');
    expect(edited('x\n# a\ny\n# b\n', [edit], { one: { start: 2, end: 8 } })).toBe('x\n# b\n');
  });

  it('[2.edit-section] that is deleted or replaced does not join the paragraph before it to the next heading', () => {
    const content = 'intro\n## B\nx\nC\n===\n';
    const b = { start: 6, end: 13 };
    const replaced = (replace: string) => edited(content, [{ section: 'b', replace }], { b });
    expect(replaced('')).toBe('intro\n\nC\n===\n');
    expect(replaced('New\n---')).toBe('intro\n\nNew\n---\n\nC\n===\n');
    expect(replaced('## New')).toBe('intro\n## New\n\nC\n===\n');
  });
});

describe('a block that is appended', () => {
  it('[2.edit-append] is separated by blank lines from the text around it', () => {
    expect(edited(GUIDE, [{ section: 'one', append: 'More.' }], SECTIONS)).toBe(
      '# Guide\n\nIntro.\n\n## One\n\nFirst.\n\nMore.\n\n## Two\n\nSecond.\n',
    );
    expect(edited('a', [{ append: 'b' }])).toBe('a\n\nb');
    expect(edited('a\n', [{ append: 'b\n' }])).toBe('a\n\nb\n');
    expect(edited('a\r\n', [{ append: 'b' }])).toBe('a\r\n\r\nb');
  });

  it('[2.edit-append] gets no further blank line after a line of spaces and tabs', () => {
    expect(edited('a\n \t\n', [{ append: 'b' }])).toBe('a\n \t\nb');
    expect(edited('a\n\u00a0\n', [{ append: 'b' }])).toBe('a\n\u00a0\n\nb');
    const spaces = ' '.repeat(5_000);
    expect(edited(`a${spaces}`, [{ append: 'b' }])).toBe(`a${spaces}\n\nb`);
    expect(edited('a\r', [{ append: 'b' }])).toBe('a\r\rb');
  });

  it('[2.edit-append] [2.edit-section] of spaces does not indent the next section', () => {
    for (const blank of ['    ', '\t', ' \n    ']) {
      const appended = edited(GUIDE, [{ section: 'one', append: blank }], SECTIONS);
      const replaced = edited(GUIDE, [{ section: 'one', replace: blank }], SECTIONS);
      for (const content of [appended, replaced]) expect(content).toMatch(/\n[ \t]*\n## Two\n/);
    }
    const close = 'x\n## Two\n';
    const span = { start: 0, end: 2 };
    const edit = { section: 'one', append: '\t' };
    expect(edited(close, [edit], { one: span })).toBe('x\n\t\n## Two\n');
    const first = { section: 'one', replace: '    ' };
    expect(edited(close, [first], { one: span })).toBe('    \n\n## Two\n');
  });
});

describe('several edits of one request', () => {
  it('[2.edits-against-expected] are made against the original text, in either order', () => {
    const edits = [
      { find: 'c', replace: 'a' },
      { find: 'a', replace: 'c' },
    ];
    expect(edited('a b c', edits)).toBe('c b a');
    expect(edited('a b c', edits.toReversed())).toBe('c b a');
  });

  it('[2.edits-overlap] must not overlap', () => {
    const edits = [
      { find: 'b c', replace: '' },
      { find: 'a b', replace: '' },
    ];
    expect(faultsOf('a b c', edits)).toEqual([
      { index: 0, reason: 'overlap', occurrences: 1, lines: [1], with: 1 },
      { index: 1, reason: 'overlap', occurrences: 1, lines: [1], with: 0 },
    ]);
    const often = [
      { find: 'a', replace: '', all: true },
      { find: 'b\na', replace: '' },
    ];
    expect(faultsOf('a b\na', often)).toEqual([
      { index: 0, reason: 'overlap', occurrences: 2, lines: [1, 2], with: 1 },
      { index: 1, reason: 'overlap', occurrences: 1, lines: [1], with: 0 },
    ]);
    const appended = [
      { find: 'a\nb', replace: '' },
      { section: 'a', append: 'c' },
    ];
    expect(faultsOf('a\nb', appended, { a: { start: 0, end: 2 } })).toEqual([
      { index: 0, reason: 'overlap', occurrences: 1, lines: [1], with: 1 },
      { index: 1, reason: 'overlap', occurrences: 1, lines: [2], with: 0 },
    ]);
    const inside = [
      { section: 'one', replace: '' },
      { find: 'First', replace: '' },
    ];
    expect(faultsOf(GUIDE, inside, SECTIONS).map(({ reason }) => reason)).toEqual([
      'overlap',
      'overlap',
    ]);
  });

  it('[2.edits-overlap] must not append to a section that another edit deletes, or replaces with the section around it', () => {
    const append = { section: 'two', append: 'More.' };
    const sections = { ...SECTIONS, guide: { start: 0, end: GUIDE.length } };
    const reasons = (other: Edit) =>
      [
        [append, other],
        [other, append],
      ].map((edits) => faultsOf(GUIDE, edits, sections).map((fault) => [fault.reason, fault.with]));
    const overlap = [
      ['overlap', 1],
      ['overlap', 0],
    ];
    for (const other of [
      { section: 'guide', replace: '# New' },
      { section: 'two', replace: '' },
    ])
      expect(reasons(other)).toEqual([overlap, overlap]);
    for (const other of [
      { section: 'two', replace: '## New' },
      { section: 'one', replace: '' },
      { find: '## Two', replace: '## New' },
    ])
      expect(reasons(other)).toEqual([[], []]);
  });
});
