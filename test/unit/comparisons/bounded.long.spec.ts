import { expect, it } from 'vitest';
import { compared } from '../../../src/comparisons/compare.js';
import type { MarkTexts } from '../../../src/comparisons/mark.js';
import { deskLanguage } from '../../../src/site/html/desk-words.js';
import { Html } from '../../../src/site/html/html.js';
import { SAMPLE } from '../../setup/document.js';

const LONG = 200_000;
const TEXTS: MarkTexts = {
  removed: '-',
  added: '+',
  nextPlace: '>',
  unchangedLines: (count) => new Html(`${count}`),
};

const revision = (content: string) => ({ document: SAMPLE, content, pictures: null });
const numbers = (from: number): string =>
  Array.from({ length: LONG / 9 }, (_, at) => `w${from + at}\n\n`).join('');

it.each([
  ['without a common paragraph', numbers(100_000), numbers(500_000)],
  ['of list items', '- a\n'.repeat(LONG / 4), '- b\n'.repeat(LONG / 4)],
  ['in which every other word differs', 'a b '.repeat(LONG / 4), 'a c '.repeat(LONG / 4)],
  [
    'in which every other paragraph differs',
    'a\n\nb\n\n'.repeat(LONG / 6),
    'a\n\nc\n\n'.repeat(LONG / 6),
  ],
  ['without a space', '東京に住んで'.repeat(LONG / 6), '大阪に住んで'.repeat(LONG / 6)],
])(
  '[13.bounded] the work of a comparison is bounded for texts of 200,000 characters %s, which are shown whole',
  (_what, before, after) => {
    const { places, fault, isTruncated } = compared(
      {
        locale: 'en',
        before: revision(before),
        after: revision(after),
        imageOrigins: [],
        picturesBase: '/pictures/',
      },
      TEXTS,
      deskLanguage('en').words,
    );
    expect(isTruncated || fault !== null).toBe(true);
    expect(places.length).toBeGreaterThan(0);
  },
);
