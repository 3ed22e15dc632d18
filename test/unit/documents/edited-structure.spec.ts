import { array, assert, constantFrom, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTasks } from '../../../src/publications/content-tasks.js';
import type { Edit } from '../../../src/documents/edits.js';
import { headings } from '../../../src/rendering/headings.js';
import { missingEnd } from '../../../src/rendering/missing-end.js';
import { render } from '../rendering/render.js';

function edited(content: string, ...edits: readonly Edit[]): string {
  const result = contentTasks.edits({ content, edits });
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.content;
}

const PIECES = [
  '# One',
  '## Two',
  '### Three',
  '#### Four',
  'Under\n===',
  'Line\n---',
  'two\nlines\n===',
  'intro',
  'a\nb',
  '- item',
  '- item\n\n  more',
  '1. one',
  '> quote',
  '| a | b |\n|---|---|\n| c | d |',
  '```\n# code\n```',
  '<div>\ntext',
  '<details>',
  '[a]: /b',
  '[^1]: note',
  '***',
  '    code',
  'hard  ',
  '$$\nx\n$$',
  '<!-- comment -->',
  'text',
];
const documents = array(constantFrom(...PIECES), { minLength: 2, maxLength: 12 }).chain((pieces) =>
  array(constantFrom('\n', '\n', '\n\n'), {
    minLength: pieces.length,
    maxLength: pieces.length,
  }).map((gaps) => pieces.map((piece, at) => piece + gaps[at]!).join('')),
);
const titlesOf = (content: string) =>
  headings(content).map(({ level, title }) => `${level} ${title}`);

describe('the sections of a document', () => {
  it.each([
    ['is deleted', '', []],
    ['is replaced with a heading with #', '## New\n\ntext', ['2 New']],
    ['is replaced with an underlined heading', 'New\n---\ntext', ['2 New']],
    ['is replaced with a paragraph', 'text', []],
    ['is replaced with a code block that has no end', '## New\n\n```\ntext', ['2 New']],
    ['is replaced with a comment that has no end', '<!-- text', []],
  ])(
    '[2.edit-section] stay the same, except one that %s, in 3,000 random documents',
    (_, replace, added) => {
      let tried = 0;
      assert(
        property(documents, nat(), (content, choice) => {
          const sections = headings(content);
          const at = choice % Math.max(sections.length, 1);
          const section = sections[at];
          if (!section) return;
          const behind = sections.findIndex(
            (other, place) => place > at && other.level <= section.level,
          );
          const titles = titlesOf(content);
          const rest = behind === -1 ? [] : titles.slice(behind);
          const result = edited(content, { section: section.id, replace });
          expect(titlesOf(result), JSON.stringify([content, section.id])).toEqual([
            ...titles.slice(0, at),
            ...added,
            ...rest,
          ]);
          tried += 1;
        }),
        { numRuns: 3_000, seed: 15 },
      );
      expect(tried).toBeGreaterThan(2_000);
    },
  );
});

describe('the sections behind an edit', () => {
  const content = '# A\n\n- a\n\n# B\n\nb\n\n# C\n';

  it.each([
    ['a code block', '```js\nlet a;', '```'],
    ['a comment', '<!-- a\n', '-->'],
    ['preformatted text', '<pre>\n\na', '</pre>'],
    ['a second code block', '```\na\n```\n\n~~~\na', '~~~'],
  ])('[2.edit-section] stay sections if its text begins %s without an end', (_, text, end) => {
    const added = edited(content, { section: 's-a', append: text });
    expect(added).toBe(`# A\n\n- a\n\n${text.trimEnd()}\n${end}\n\n# B\n\nb\n\n# C\n`);
    const replace = `# New\n\n${text}`;
    const replaced = ['s-a', 's-b'].map((section) => ({ section, replace }));
    expect(titlesOf(edited(content, ...replaced))).toEqual(['1 New', '1 New', '1 C']);
    const found = { find: '# B', replace: '# D' };
    expect(titlesOf(edited(content, { section: 's-a', append: text }, found))).toEqual([
      '1 A',
      '1 D',
      '1 C',
    ]);
  });

  it('[2.edit-section] get no end before them if the code block ends with its list, or in the next text', () => {
    const inList = edited(content, { section: 's-a', append: '  ```\n  a' });
    expect(inList).toBe('# A\n\n- a\n\n  ```\n  a\n\n# B\n\nb\n\n# C\n');
    const parts = ['```\na', 'b\n```'].map((append) => ({ section: 's-a', append }));
    expect(edited(content, ...parts)).toBe('# A\n\n- a\n\n```\na\n\nb\n```\n\n# B\n\nb\n\n# C\n');
  });
});

it('[2.edit-failed-details] the first ten failed edits are reported with sections and the most similar id', () => {
  const content = '# A\n\na a\n';
  const edits = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0 ? { find: 'a', replace: 'b' } : { section: 's-b', append: 'b' },
  );
  const result = contentTasks.edits({ content, edits });
  const faults = 'faults' in result ? result.faults : [];
  expect(faults.map(({ sections, likeliest }) => sections ?? likeliest)).toEqual([
    ...Array.from({ length: 5 }, () => [['s-a'], 's-a']).flat(),
    undefined,
    undefined,
  ]);
});

const APPENDED = '## Added\n\nSeen **text**.';

describe('a block that is appended', () => {
  it.each([
    ['a code block', '# A\n\n```js\nlet a;', '```'],
    ['a code block with a longer fence', 'a\n\n~~~~~ text\n~~~\n', '~~~~~'],
    ['a code block that has only a fence', 'a\n\n```', '```'],
    ['a comment', 'a\n\n<!-- to do:\nmore', '-->'],
    ['preformatted text', '<pre>\na\n\nb', '</pre>'],
    ['a script', 'a\n\n<SCRIPT type=x>\nlet a;\n', '</SCRIPT>'],
    ['a processing instruction', '<?php\n\necho 1;', '?>'],
    ['a declaration', 'a\n\n<!DOCTYPE html\n\n', '>'],
    ['CDATA', '<![CDATA[\n\na', ']]>'],
  ])('[2.edit-append] is no part of %s that has no end', (_, content, end) => {
    const before = render(content).text;
    for (const text of [content, content.replaceAll('\n', '\r\n')]) {
      const result = edited(text, { append: APPENDED }, { append: 'Last.' });
      expect(result.replaceAll('\r\n', '\n').slice(content.length).trimStart()).toBe(
        `${end}\n\n${APPENDED}\n\nLast.`,
      );
      expect(result.startsWith(text)).toBe(true);
      expect(headings(result).at(-1)?.title).toBe('Added');
      expect(render(result).text).toBe(
        [before, 'Added\nSeen text.\nLast.'].filter(Boolean).join('\n'),
      );
    }
    const [section] = headings(content);
    if (section)
      expect(
        headings(edited(content, { section: section.id, append: APPENDED })).at(-1)?.title,
      ).toBe('Added');
  });

  it('[2.edit-append] needs no end before it where a block has one, or ends with its list or quotation', () => {
    for (const content of [
      '```\na\n```',
      '```\na\n```\n\n',
      '- ```\n  a',
      '> ```\n> a',
      '<!-- a -->',
      '<pre>a</pre>',
      '<div>\na',
      'a <!-- b',
      '`` ` ``',
      '    ```',
    ]) {
      expect(missingEnd(content), content).toBe('');
      expect(headings(edited(content, { append: APPENDED })).at(-1)?.title).toBe('Added');
    }
  });

  it('[2.edit-append] may itself end the code block, or leave one without an end', () => {
    expect(edited('```\na', { append: 'b\n```' })).toBe('```\na\n\nb\n```');
    expect(headings(edited('a', { append: '```\nb' }, { append: APPENDED })).at(-1)?.title).toBe(
      'Added',
    );
  });

  it.each([
    ['ends the block', 'let b;\n```', ''],
    ['ends the block, and begins another one', 'let b;\n```\n\n```py\nb', ''],
    ['ends the block, and has another one', 'let b;\n```\n\n```py\nb\n```', ''],
    ['has a code block', 'Seen:\n\n```\nb\n```', '```\n\n'],
    ['begins a code block with a language', '```py\nb', '```\n\n'],
    ['has only a shorter fence', '```', '````\n\n', '````'],
    ['has only another fence', '~~~\nb', '```\n\n'],
    ['begins a comment', '<!-- b', '-->\n\n', '<!--'],
  ])(
    '[2.edit-append] keeps the next block out of an open block if its text %s',
    (_, append, end, open = '```js') => {
      const content = `x\n\n${open}\nlet a;`;
      const result = edited(content, { append }, { append: APPENDED });
      expect(result.startsWith(`${content}\n${end || '\n'}${append}`), result).toBe(true);
      expect(headings(result).at(-1)?.title).toBe('Added');
    },
  );

  it('[2.edit-append] keeps the next block out of an open block if its text is blank', () => {
    const content = '```js\nlet a;\n';
    expect(edited(content, { append: '\n' }, { append: APPENDED })).toBe(
      `${content}\n\`\`\`\n\n${APPENDED}`,
    );
  });

  it('[2.edit-append] looks at the result of the other edits', () => {
    const content = '# A\n\n```\na\n';
    expect(edited(content, { find: '```\na\n', replace: 'b\n' }, { append: 'c' })).toBe(
      '# A\n\nb\n\nc',
    );
    expect(edited(`${content}\n# B`, { section: 's-a', replace: '# C' }, { append: 'c' })).toBe(
      '# C\n\nc',
    );
  });

  it('[2.edit-append] takes little time, however many blocks are appended', () => {
    const content = `${'```\na\n```\n\n'.repeat(15_000)}<!--`;
    const begun = process.cpuUsage();
    const appends = ['```', ` ${'~'.repeat(150_000)}\``];
    for (const append of appends)
      edited(content, ...Array.from({ length: 100 }, () => ({ append })));
    edited('```', { append: appends[1]! }, { append: '`'.repeat(150_000) });
    expect(process.cpuUsage(begun).user).toBeLessThan(3_000_000);
  });
});
