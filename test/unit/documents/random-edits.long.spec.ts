import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit, Edited } from '../../../src/documents/edits.js';
import { contentTasks } from '../../../src/publications/content-tasks.js';
import { headings } from '../../../src/rendering/headings.js';
import { missingEnd } from '../../../src/rendering/missing-end.js';
import { plainly, type PlainResult, type PlainSection } from './plain-edits.js';
import { type RandomDocument, randomDocument } from './random-document.js';

/** Makes edits with the function that worker threads run. */
const edited = (content: string, edits: readonly Edit[]): Edited =>
  contentTasks.edits({ content, edits });

const inserted = fc.oneof(
  fc.constantFrom(
    '',
    'text',
    'a\nb',
    'a\r\nb',
    '\n\nblock\n',
    '## New\n\nText.',
    ' ',
    '\u00a0',
    '\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

const KINDS = [
  ...(['find', 'find', 'find', 'find', 'find', 'section', 'section', 'append to section'] as const),
  ...(['append to section', 'append', 'append', 'nowhere', 'no section'] as const),
];
const wish = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(),
  length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 })),
  section: fc.option(fc.nat(), { nil: undefined }),
  all: fc.option(fc.boolean(), { nil: undefined }),
  withLineFeeds: fc.boolean(),
  text: inserted,
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

/** Computes the sections from the known starts of headings. The ids of the sections come from the service. */
function sectionsOf({ content, headings: known }: RandomDocument): PlainSection[] {
  const ids = headings(content).map(({ id }) => id);
  expect(ids).toHaveLength(known.length);
  return known.map(({ start, level }, at) => {
    const next = known.slice(at + 1).find((other) => other.level <= level);
    return { id: ids[at]!, start, end: next?.start ?? content.length };
  });
}

function editOf({ pieces }: RandomDocument, sections: readonly PlainSection[], asked: Wish): Edit {
  const { kind, at, length, text, all, section } = asked;
  const id = (number: number): string => sections[number % sections.length]?.id ?? 's-none';
  const append = text === '' ? 'block' : text;
  if (kind === 'append') return { append };
  if (kind === 'append to section') return { section: id(at), append };
  if (kind === 'section') return { section: id(at), replace: text };
  if (kind === 'no section') return { section: 's-none', append };
  const from = at % pieces.length;
  const copy = pieces.slice(from, from + length).join('');
  const hasBoth = copy.includes('\r\n') && /(?<!\r)\n/.test(copy);
  const found = asked.withLineFeeds || hasBoth ? copy.replaceAll('\r\n', '\n') : copy;
  return {
    find: kind === 'nowhere' ? `${found}\u{1d7d8}` : found,
    replace: text,
    ...(all !== undefined && { all }),
    ...(section !== undefined && { section: id(section) }),
  };
}

function expectAlike(result: Edited, plain: PlainResult): void {
  if ('content' in plain || 'content' in result) {
    expect(result).toEqual(plain);
    return;
  }
  expect(result.faults).toHaveLength(plain.faults.length);
  for (const [at, fault] of result.faults.entries()) {
    const { lines, with: others, ...rest } = plain.faults[at]!;
    expect(fault).toMatchObject({ ...rest, ...(lines && { lines }) });
    if (others) expect(others).toContain(fault.with);
    else expect(fault).not.toHaveProperty('with');
    if (!lines) expect(fault.lines.length).toBeLessThanOrEqual(1);
  }
}

describe('edits of all forms in 10,000 random documents', () => {
  it('[2.edits-untouched-bytes] [2.edits-all-or-none] have the same outcome as in a plain implementation of the contract', () => {
    const seen = { made: 0, refused: 0 };
    fc.assert(
      fc.property(
        randomDocument,
        fc.array(wish, { minLength: 1, maxLength: 5 }),
        (document, wishes) => {
          const sections = sectionsOf(document);
          const edits = wishes.map((asked) => editOf(document, sections, asked));
          const result = edited(document.content, edits);
          expectAlike(result, plainly(document.content, edits, sections, missingEnd));
          seen['content' in result ? 'made' : 'refused'] += 1;
        },
      ),
      { numRuns: 10_000 },
    );
    // Both outcomes must occur often enough to be tested.
    expect(Math.min(seen.made, seen.refused)).toBeGreaterThan(1_000);
  });
});
