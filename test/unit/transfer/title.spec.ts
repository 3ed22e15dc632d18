import { describe, expect, it } from 'vitest';
import { markdownFacts } from '../../../src/transfer/markdown-links.js';

describe('the title in a text', () => {
  it.each([
    ['# Hello', 'Hello'],
    ['# Hello **dear** [world](x) `now` {#id}\n\n## Later', 'Hello dear world now'],
    ['Hello\n=====', 'Hello'],
    ['\n\n# Hello\r\n```sh\n# comment\n```', 'Hello'],
    [`# ${'x'.repeat(3_000)}`, 'x'.repeat(200)],
    ['# Hello\n\n> # Quoted', 'Hello'],
  ])('of %j is %j [10.import-heading]', (markdown, words) => {
    expect(markdownFacts(markdown).title).toBe(words);
  });

  it.each([
    '',
    'Text',
    '#hashtag',
    '    # code',
    '```\n# never closed',
    'Text\n\n# Later',
    '## Part',
    '# One\n\n# Two',
    '> # Quoted',
    '# ',
  ])('does not exist in %j [10.import-heading]', (markdown) => {
    expect(markdownFacts(markdown).title).toBeUndefined();
  });
});
