import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workingFile } from '../../../src/documents/front-matter.js';
import { parseFrontMatter } from '../../../src/documents/parse-front-matter.js';
import { SAMPLE } from '../../setup/document.js';

const DOCUMENT = {
  locale: 'en',
  slug: 'a',
  ...SAMPLE,
  intent: 'review',
  version: 3,
  markdown: 'Text',
};

const read = (yaml: string) => () => parseFrontMatter(`---\n${yaml}\n---\nText`);

describe('front matter', () => {
  it('is separated from the content after it, also with CRLF line ends', () => {
    expect(parseFrontMatter('---\r\ntitle: A\r\n---\r\n\r\nText\r\n')).toEqual({
      fields: { title: 'A' },
      lines: { title: 2 },
      content: 'Text\r\n',
      linesBefore: 4,
    });
  });

  it('keeps every value as text', () => {
    const { fields } = parseFrontMatter(
      '---\ntitle: 2026\ntags: [no, 1.0, "~"]\ndate: 2026-01-01\n---\n',
    );
    expect(fields).toEqual({ title: '2026', tags: ['no', '1.0', '~'], date: '2026-01-01' });
  });

  it('reads a null as a value that is left out [10.import-null]', () => {
    const yaml =
      'a: ~\nb: null\nc:\ntags: [x, null, ~, "null"]\nlist:\n  - NULL\n  -\n  - y\nd: "~"';
    expect(parseFrontMatter(`---\n${yaml}\n---\n`).fields).toEqual({
      a: '',
      b: '',
      c: '',
      tags: ['x', 'null'],
      list: ['y'],
      d: '~',
    });
  });

  it('names the line of a fault, counted in the file [10.import-faults]', () => {
    expect(read('locale: en\ntitle: Foo: bar')).toThrow(
      'line 3: Nested mappings are not allowed in compact mappings (write a value with ": " in quotation marks)',
    );
    expect(read('a: 1\nb: [')).toThrow(/: line [34]: /);
  });

  it.each(['+++\ntitle = "A"\n+++\nText', '+++\r\n+++', '+++\n\n+++ \nText'])(
    'is refused if it is TOML: %j [10.import-faults]',
    (text) =>
      expect(() => parseFrontMatter(text)).toThrow(
        'has TOML front matter, which begins in line 1: convert it to YAML',
      ),
  );

  it.each([
    ['a text without front matter', 'Text'],
    ['a text with only the opening line', '---\nText'],
    ['a text between two lines', '---\nText\n---\nMore'],
    [
      'a heading between two lines',
      '---\n# Warning: do not take with alcohol\n---\nTake one a day.',
    ],
    ['a text with only an opening +++', '+++\nText'],
    ['a text that begins before the opening line', 'Text\n---\na: b\n---\n'],
  ])('is not recognised in %s', (_, text) => {
    expect(parseFrontMatter(text)).toMatchObject({ fields: {}, content: text, linesBefore: 0 });
  });

  it.each([
    ['a broken mapping', 'a: [1', 'line 3: '],
    ['a key twice', 'a: 1\nb: 2\na: 2', 'line 4: the key a occurs twice'],
    [
      'an alias',
      'a: &x 1\nb: *x',
      'line 3: *x is a YAML alias, which is not supported: write the value itself',
    ],
    ['aliases by the billion', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', 'line 3: '],
    ['tabs', 'a:\n\t- b', 'line 3: '],
    ['brackets without end', '['.repeat(5_000), 'line 2: '],
  ])('is refused with %s, with the line [10.import-faults]', (_, yaml, words) => {
    expect(() => parseFrontMatter(`---\n${yaml}\n---\n`)).toThrow(words);
  });

  const KEYS = Array.from({ length: 90_000 }, (_, number) => `k${number}`);
  it.each([
    ['a block of 90,000 keys', KEYS.join(': x\n')],
    ['a mapping of 90,000 keys', `{${KEYS.join(', ')}}`],
    ['90,000 lists', '- '.repeat(90_000)],
    ['500,000 brackets', `a: ${'['.repeat(500_000)}`],
    [
      '3,001 members in all',
      `a: [${KEYS.slice(0, 2_600).join()}]\nb: [${KEYS.slice(0, 399).join()}]`,
    ],
  ])('is refused with %s, within a second [10.import-bounded]', (_, yaml) => {
    const begun = process.cpuUsage();
    expect(() => parseFrontMatter(`---\n${yaml}\n---\n`)).toThrow(
      'more than 3000 keys and list items',
    );
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it('may have 3,000 members, and values as long as those of an export [10.round-trip]', () => {
    const aliases = KEYS.slice(0, 2_998).map((key) => `/${key}`);
    const yaml = `title: "${'x'.repeat(500_000)}"\naliases:\n  - "${aliases.join('"\n  - "')}"`;
    expect(parseFrontMatter(`---\n${yaml}\n---\n`).fields).toMatchObject({ aliases });
  });

  it('is read as an export wrote it, with the content byte for byte [10.round-trip]', () => {
    const line = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(line, line, fc.array(line), line, (title, name, tags, markdown) => {
        const written = {
          ...DOCUMENT,
          title,
          author: { kind: 'ai', name },
          tags,
          sources: tags,
          markdown,
        };
        const { fields, content } = parseFrontMatter(workingFile(written, 'http://localhost'));
        expect(content).toBe(markdown);
        expect(fields).toMatchObject({ title, tags, sources: tags, author: { kind: 'ai', name } });
      }),
      { numRuns: 50 },
    );
  });

  it.each(['\n', '\n\nText', '\r\nText', '---\na: b\n---\n', ' Text ', '\t'])(
    'is not confused with content that begins like front matter: %j [10.round-trip]',
    (markdown) => {
      expect(parseFrontMatter(workingFile({ ...DOCUMENT, markdown }, 'x')).content).toBe(markdown);
    },
  );
});
