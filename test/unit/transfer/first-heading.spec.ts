import { describe, expect, it } from 'vitest';
import { firstHeading } from '../../../src/transfer/derived-fields.js';

describe('the first heading', () => {
  it.each([
    ['# Hello', 'Hello'],
    ['Text\n\n## Hello **dear** [world](x) `now` ##\n# Later', 'Hello dear world now'],
    ['# <img src="x"> Logo', 'Logo'],
    ['Hello\n=====', 'Hello'],
    ['Hello\n-----', 'Hello'],
    ['```sh\n# comment\n```\n# Hello', 'Hello'],
    ['~~~\n```\n# comment\n~~~\r\n# Hello', 'Hello'],
    ['- item\n---\n# Hello', 'Hello'],
    ['> # Quoted\n\n# Hello', 'Hello'],
    [`# ${'x'.repeat(3_000)}`, 'x'.repeat(200)],
  ])('of %j is %j [10.import-heading]', (markdown, words) => {
    expect(firstHeading(markdown)).toBe(words);
  });

  it.each(['', 'Text', '#hashtag', '    # code', '```\n# never closed'])(
    'does not exist in %j',
    (markdown) => {
      expect(firstHeading(markdown)).toBeUndefined();
    },
  );
});
