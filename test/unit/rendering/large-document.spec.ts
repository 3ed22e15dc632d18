import { describe, expect, it } from 'vitest';
import { isLarge } from '../../../src/rendering/rendered-document.js';

describe('a document', () => {
  it.each([
    ['headings', '# a\n'.repeat(10_000)],
    ['emphasis', '*a* '.repeat(10_000)],
    ['table rows', '|a|\n'.repeat(7_000)],
    ['empty lines', '\n'.repeat(20_000)],
  ])('counts as large if it has much markup: %s', (_, markdown) => {
    expect(isLarge(markdown)).toBe(true);
  });

  it.each([
    ['prose', 'Some words, and a few more; these are prose.\n'.repeat(4_400)],
    ['words without marks', 'word '.repeat(40_000)],
    ['Chinese', '漢字。'.repeat(66_000)],
    ['9,999 headings', '# a\n'.repeat(9_999)],
  ])('does not count as large if it has little markup: %s', (_, markdown) => {
    expect(isLarge(markdown)).toBe(false);
  });
});
