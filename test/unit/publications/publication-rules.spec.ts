import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../src/platform/validation/rule.js';
import {
  authorKindRule,
  authorNameRule,
  authorRule,
  contentRule,
  descriptionRule,
  localeRule,
  slugRule,
  sourceRule,
  sourcesRule,
  tagRule,
  tagsRule,
  titleRule,
} from '../../../src/publications/publication.rules.js';

const url = (length: number): string => 'https://example.org/'.padEnd(length, 'a');

describe.each<[string, Rule, fits: unknown[], breaks: unknown[]]>([
  ['locale', localeRule, ['en', 'zh-Hans-CN'], ['', 'en_US', 'api', 7, null]],
  [
    'slug',
    slugRule,
    ['a', 'a'.repeat(120), '𐐨'.repeat(120)],
    ['', 'a'.repeat(121), 'A', 'a\u0000', 7],
  ],
  [
    'title',
    titleRule,
    ['a', '\u{1F600}'.repeat(200)],
    ['', 'a'.repeat(201), 'a\nb', 'a\u2028b', {}],
  ],
  [
    'content',
    contentRule,
    ['a', ' a\t\r\n', '\u{1F600}'.repeat(200_000)],
    ['', ' \n\u00A0', 'a'.repeat(200_001), 'a\u0000', []],
  ],
  [
    'description',
    descriptionRule,
    ['', '\n\t\r', 'a'.repeat(500), 'a\u2028b'],
    ['a'.repeat(501), 'a\u0085', null],
  ],
  ['tags', tagsRule, [[], Array(20).fill('a')], [Array(21).fill('a'), 'a', null, {}]],
  ['tag', tagRule, ['a', '...', 'a'.repeat(50)], ['', 'a'.repeat(51), '.', '..', 'a\u202Eb', 7]],
  ['sources', sourcesRule, [[], Array(50).fill('a')], [Array(51).fill('a'), 'a', null]],
  [
    'source',
    sourceRule,
    [
      url(2_048),
      'http://example.org',
      'HTTPS://EXAMPLE.ORG/a?b=c#d',
      'https://example.org/@user:pass',
      'https://[2001:db8::1]:8443/',
      'https://例え.jp/文書',
    ],
    [
      url(2_049),
      '',
      'example.org',
      '/a',
      '//example.org',
      'http:example.org',
      'https://',
      'https:///example.org',
      'https:\\\\example.org',
      'ftp://example.org',
      'javascript:alert(1)',
      'data:text/html,x',
      ' https://example.org',
      'https://example.org/a b',
      'https://user@example.org',
      'https://user:pass@example.org',
      'https://:pass@example.org',
      'https://exa mple.org',
      'https://example.org:99999',
      7,
    ],
  ],
  ['author', authorRule, [{}, { kind: 1 }], [null, [], 'a', 7]],
  [
    'author.kind',
    authorKindRule,
    ['service', 'ai', 'a'.repeat(40), '0_9-z'],
    ['', 'a'.repeat(41), 'AI', 'a b', 'é', 'a\n', 7],
  ],
  ['author.name', authorNameRule, ['a', '가'.repeat(120)], ['', 'a'.repeat(121), 'a\r', 'a\tb', 7]],
])('the rule of %s', (_field, rule, fits, breaks) => {
  it('takes what fits', () => {
    expect(fits.filter((value) => rule(value) !== undefined)).toEqual([]);
  });

  it('refuses what does not', () => {
    expect(breaks.filter((value) => rule(value) === undefined)).toEqual([]);
  });
});
