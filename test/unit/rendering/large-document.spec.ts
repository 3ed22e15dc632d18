import { describe, expect, it } from 'vitest';
import { isLarge } from '../../../src/rendering/rendered-document.js';

describe('a document that can take much memory', () => {
  it.each([
    ['headings', '# a\n'.repeat(10_000)],
    ['emphasis', '*a* '.repeat(10_000)],
    ['table rows', '|a|\n'.repeat(7_000)],
    ['empty lines', '\n'.repeat(20_000)],
  ])('has much markup: %s', (_, markdown) => {
    expect(isLarge(markdown)).toBe(true);
  });

  it.each([
    ['prose', 'Some words, and a few more; these are prose.\n'.repeat(4_400)],
    ['words without marks', 'word '.repeat(40_000)],
    ['Chinese', '漢字。'.repeat(66_000)],
    ['few headings', '# a\n'.repeat(9_999)],
  ])('is not a document with little markup: %s', (_, markdown) => {
    expect(isLarge(markdown)).toBe(false);
  });
});
