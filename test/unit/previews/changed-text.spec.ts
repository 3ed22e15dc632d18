import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedText } from '../../../src/previews/changed-text.js';
import type { Passage, Stretch } from '../../../src/site/html/changed-text.js';

const stretchesOf = (passages: readonly Passage[]): Stretch[] =>
  passages.flatMap((passage) =>
    passage.isChanged ? passage.stretches : [{ kind: 'kept', text: passage.text } as const],
  );

/**
 * Joins the passages to a text, and leaves out the stretches of `kind`, such as all inserted or all deleted stretches.
 */
const without = (passages: readonly Passage[], kind: Stretch['kind']): string =>
  stretchesOf(passages)
    .filter((stretch) => stretch.kind !== kind)
    .map(({ text }) => text)
    .join('');

/** Shows changes in the form of `git diff --word-diff`: `[-old-]{+new+}`. */
const shown = (before: string, after: string, locale = 'en'): string =>
  stretchesOf(changedText(before, after, locale))
    .map(
      ({ kind, text }) => ({ kept: text, deleted: `[-${text}-]`, inserted: `{+${text}+}` })[kind],
    )
    .join('');

const words = fc
  .array(fc.constantFrom('one', 'two', 'three', ' ', '\n', '\r\n', '말', '言葉', '.', '👩‍👩‍👧', 'é'))
  .map((parts) => parts.join(''));

describe('the changed words of a text', () => {
  it.each([
    ['a word', 'The old page.\n', 'The new page.\n', 'The [-old-]{+new+} page.\n'],
    [
      'adjacent words, as one change',
      'We sell five red apples here today.',
      'We sell nine green apples here today.',
      'We sell [-five red-]{+nine green+} apples here today.',
    ],
    ['an added line', 'a\nb\n', 'a\nx\nb\n', 'a\n{+x\n+}b\n'],
    ['a removed line', 'a\nx\nb\n', 'a\nb\n', 'a\n[-x\n-]b\n'],
    ['an added end of the last line', 'a', 'a\n', 'a{+\n+}'],
    [
      'the whole passage if little of it is unchanged',
      'Alpha beta.',
      'Gamma delta.',
      '[-Alpha beta.-]{+Gamma delta.+}',
    ],
    ['none if the texts are equal', 'a\n', 'a\n', 'a\n'],
  ])('[9.preview-changes] are %s', (_what, before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it('[9.preview-changes] are whole words even in a language without spaces', () => {
    expect(shown('私は東京に住んでいます。', '私は大阪に住んでいます。', 'ja')).toBe(
      '私は[-東京-]{+大阪+}に住んでいます。',
    );
  });

  it('[9.preview-changes] are shown among the unchanged words, so that no part of either text is missing', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const passages = changedText(before, after, 'en');
        expect(without(passages, 'inserted')).toBe(before);
        expect(without(passages, 'deleted')).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });

  const LONG = 200_000;
  const numbers = (from: number, end: string): string =>
    Array.from({ length: LONG / 8 }, (_, at) => `w${from + at}`.padEnd(7, 'x') + end).join('');
  it.each([
    ['without a common line or word', numbers(100_000, '\n'), numbers(500_000, '\n')],
    ['of one line without a common word', numbers(100_000, ' '), numbers(500_000, ' ')],
    ['in which every other word differs', 'a b '.repeat(LONG / 4), 'a c '.repeat(LONG / 4)],
    ['in which every other line differs', 'a\nb\n'.repeat(LONG / 4), 'a\nc\n'.repeat(LONG / 4)],
    ['without a space', '東京に住んで'.repeat(LONG / 6), '大阪に住んで'.repeat(LONG / 6)],
    ['of one repeated character each', 'a'.repeat(LONG), 'b'.repeat(LONG)],
    ['of which one is empty', '', 'a b\n'.repeat(LONG / 4)],
  ])('[9.preview-changes] have under 13,000 marks in long texts %s', (_what, before, after) => {
    const passages = changedText(before, after, 'en');
    expect(without(passages, 'inserted')).toBe(before);
    expect(without(passages, 'deleted')).toBe(after);
    expect(stretchesOf(passages).length).toBeLessThan(13_000);
  });
});
