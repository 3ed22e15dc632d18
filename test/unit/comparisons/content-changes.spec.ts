import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContentChanges, contentChanges } from '../../../src/comparisons/content-changes.js';

/** Options that apply a patch strictly: each line must be exactly where the patch says. */
const STRICT = { fuzzFactor: 0, autoConvertLineEndings: false };

const MAX_BYTES = 40_000;

/** Lines that look like parts of a patch, and lines with unusual line ends, white space or marks. */
const LINES = [
  '--- a',
  '+++ b',
  '@@ -1,3 +1,3 @@',
  '\\ No newline at end of file',
  'Index: x',
  '===================================================================',
  'diff --git a/x b/x',
  '',
  ' ',
  'same',
  'a\rb',
  'sep\u2028in\u2029line',
  '\ufeffmark',
] as const;

const line = fc.oneof(fc.constantFrom(...LINES), fc.string({ unit: 'grapheme', maxLength: 8 }));
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ''));

/**
 * Two revisions. In most pairs, some lines of the two revisions differ. In the other pairs, the revisions are unrelated
 * texts.
 */
const pair = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(text, text) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(3), line), { maxLength: 6 }), fc.boolean())
      .map(([before, changes, isFlipped]): [string, string] => {
        const lines = before.split('\n');
        for (const [at, gone, put] of changes) lines.splice(at % (lines.length + 1), gone, put);
        const after = lines.join('\n');
        return isFlipped ? [after, before] : [before, after];
      }),
  },
);

/**
 * Two long revisions: each consists of many copies of one text of a pair. The diff of the two revisions can exceed
 * `MAX_BYTES`.
 */
const repeated = fc
  .tuple(pair, fc.integer({ min: 200, max: 2_000 }))
  .map(([[before, after], times]): [string, string] => {
    const longer = (part: string): string =>
      Array.from({ length: times }, (_, at) => `${part}${at}`)
        .join('\n')
        .slice(0, 150_000);
    return [longer(before), longer(after)];
  });

const starting = (diff: string, sign: string): number =>
  diff.split('\n').filter((each) => each.startsWith(sign)).length;

const alike = (word: string): string => `${word.repeat(100)}\n`.repeat(400);
const numbered = (word: string): string =>
  Array.from({ length: 20_000 }, (_, at) => `${word} ${at}\n`).join('');

/** Returns a sort key that shuffles the lines. */
const hash = (each: string): number => Math.sin(Number.parseInt(each.slice(5), 10)) * 10_000;

function expectWhole(before: string, after: string, changes: ContentChanges): void {
  const { contentDiff, addedLines, removedLines } = changes;
  const patched = contentDiff === '' ? before : applyPatch(before, contentDiff, STRICT);
  expect(patched).toBe(after);
  expect(addedLines).toBe(starting(contentDiff, '+'));
  expect(removedLines).toBe(starting(contentDiff, '-'));
}

describe('the content diff of two revisions', () => {
  it('[4.changes-patch] turns the first text into the second if the diff is not truncated (1,000 random pairs)', () => {
    let whole = 0;
    const pairs = fc.oneof({ weight: 60, arbitrary: pair }, { weight: 1, arbitrary: repeated });
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const changes = contentChanges(before, after);
        expect(Buffer.byteLength(changes.contentDiff)).toBeLessThanOrEqual(MAX_BYTES);
        if (changes.truncated) return;
        whole += 1;
        expectWhole(before, after, changes);
      }),
      { numRuns: 1_000 },
    );
    // Some of the 1,000 diffs are too long. These diffs are truncated, and `whole` does not count them.
    expect(whole).toBeGreaterThan(700);
  });

  it('[4.changes-truncated] is marked as truncated if it is too long, and its line counts are those of the whole diff', () => {
    const changes = contentChanges(`kept\n${alike('a')}`, `kept\n${alike('b')}`);
    expect(changes).toMatchObject({ truncated: true, addedLines: 400, removedLines: 400 });
    expect(Buffer.byteLength(changes.contentDiff)).toBeGreaterThan(MAX_BYTES - 200);
    expect(changes.contentDiff).toMatch(/\n$/);
  });

  it.each([
    ['20,000', numbered('a'), numbered('b'), 20_000, 20_000],
    ['200,000', '\n'.repeat(200_000), 'x\n'.repeat(100_000), 200_000, 100_000],
  ])(
    '[4.changes-truncated] replaces all of %s lines by others if the two texts have no common line',
    (_, before, after, removedLines, addedLines) => {
      const changes = contentChanges(before, after);
      expect(changes).toMatchObject({ truncated: true, addedLines, removedLines });
      const [first, second] = before.split('\n');
      const head = `@@ -1,${removedLines} +1,${addedLines} @@\n-${first}\n-${second}\n`;
      expect(changes.contentDiff.slice(0, head.length)).toBe(head);
      expect(Buffer.byteLength(changes.contentDiff)).toBeGreaterThan(MAX_BYTES - 200);
    },
  );

  it('[4.changes-truncated] has exact counts of the changed lines, even if they are spread over a long text', () => {
    const before = Array.from({ length: 10_000 }, (_, at) => (at % 3 ? `line ${at}\n` : '\n'));
    const after = before.map((each, at) => (at % 7 === 1 ? `other ${at}\n` : each));
    after.splice(5_000, 0, 'put in\n', '\n');
    const changed = before.filter((_, at) => at % 7 === 1).length;
    const [old, next] = [before.join(''), after.join('')];
    expect(contentChanges(old, next)).toMatchObject({
      addedLines: changed + 2,
      removedLines: changed,
    });
  });

  it.each([
    [250, 250],
    [251, 3_000],
  ])(
    '[4.changes-truncated] is the shortest diff if at most 250 lines are moved: %i moved lines give %i added lines',
    (moved, added) => {
      const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at}\n`);
      const after = [...lines.slice(moved), ...lines.slice(0, moved)];
      const changes = contentChanges(lines.join(''), after.join(''));
      expect(changes).toMatchObject({ addedLines: added, removedLines: added });
    },
  );

  it('[4.changes-patch] of a shuffled text replaces most lines, and takes less than 5 s', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`);
    const shuffled = lines.toSorted((a, b) => hash(a) - hash(b));
    const begun = performance.now();
    const changes = contentChanges(lines.join(''), shuffled.join(''));
    expect(changes.addedLines).toBe(changes.removedLines);
    expect(changes.addedLines).toBeGreaterThan(15_000);
    // The comparison stops after 2,000 edits. So 5 s are enough, even on a busy machine.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
