import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import { WARNINGS, type WarningCode } from '../../../src/warnings/warning-codes.js';
import { type CheckedDocument, WarningSearch } from '../../../src/warnings/warnings-in.js';
import { SAMPLE } from '../../setup/document.js';

interface Row {
  readonly expected: readonly string[];
  readonly document: CheckedDocument;
}

const FOLDER = new URL('../../warnings/', import.meta.url);

/** Reads documents: `=== codes | locale | field=value; …`, then the content. `{U+200B}` stands for a character. */
function rowsIn(file: string): Row[] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8').replaceAll(
    /\{U\+([0-9A-F]+)\}/g,
    (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return text
    .split(/^=== /m)
    .slice(1)
    .map((row) => {
      const [head = '', ...lines] = row.split('\n');
      const [codes = '', locale = '', options = ''] = head.split(' | ');
      const given = Object.fromEntries(options.split('; ').map((option) => option.split(/=(.*)/s)));
      return {
        expected: codes.split(', ').filter((code) => code !== 'none'),
        document: {
          locale,
          ...SAMPLE,
          title: given.title ?? SAMPLE.title,
          description: given.description ?? '',
          sources: given.source ? [given.source] : [],
          author: { kind: given.author ?? 'service', name: SAMPLE.author.name },
          markdown: lines.join('\n'),
        },
      };
    });
}

function codesIn(document: CheckedDocument): Set<string> {
  const search = new WarningSearch(document);
  let codes = new Set<string>();
  renderMarkdown(
    { title: document.title, markdown: document.markdown, imageOrigins: [] },
    {
      written: (tokens) => search.written(tokens),
      parsed: (tokens) => (codes = new Set(search.rendered(tokens).map(({ code }) => code))),
    },
  );
  return codes;
}

const ROWS = ['leftovers.txt', 'false-alarms.txt'].flatMap(rowsIn);

/** Counts the codes of one severity: found and expected, found alone, expected alone. */
function counted(severity: string) {
  const of = (codes: Iterable<string>): string[] =>
    [...codes].filter((code) => WARNINGS[code as WarningCode].severity === severity);
  const wrong: string[] = [];
  let [right, found, expected] = [0, 0, 0];
  for (const row of ROWS) {
    const seen = of(codesIn(row.document));
    const wanted = of(row.expected);
    right += seen.filter((code) => wanted.includes(code)).length;
    found += seen.length;
    expected += wanted.length;
    const odd = [
      ...seen.filter((code) => !wanted.includes(code)).map((code) => `false ${code}`),
      ...wanted.filter((code) => !seen.includes(code)).map((code) => `missed ${code}`),
    ];
    if (odd.length > 0) wrong.push(`${odd.join(', ')}: ${row.document.markdown.slice(0, 120)}`);
  }
  return { precision: right / found, recall: right / expected, wrong };
}

describe('the search for warnings', () => {
  it('[16.codes] knows a collection of documents: it has at least 120 documents, and half of them without a fault', () => {
    const clean = ROWS.filter(({ expected }) => expected.length === 0);
    expect(ROWS.length).toBeGreaterThanOrEqual(120);
    expect(clean.length).toBeGreaterThanOrEqual(60);
    // Whether another document has the title is looked up in the database.
    const codes = new Set(['title_twice', ...ROWS.flatMap(({ expected }) => expected)]);
    expect(Object.keys(WARNINGS).filter((code) => !codes.has(code))).toEqual([]);
  });

  it.each([
    ['error', 0.99, 0.95],
    ['notice', 0.95, 0.9],
  ])(
    '[16.codes] [16.code] finds leftovers of severity %s, and few false ones',
    (severity, precision, recall) => {
      const figures = counted(severity);
      const shown = `${severity}: precision ${figures.precision.toFixed(3)}, recall ${figures.recall.toFixed(3)}`;
      process.stdout.write(`${[shown, ...figures.wrong].join('\n')}\n`);
      expect(figures.precision).toBeGreaterThanOrEqual(precision);
      expect(figures.recall).toBeGreaterThanOrEqual(recall);
    },
  );
});
