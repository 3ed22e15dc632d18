import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../src/platform/validation/rule.js';
import { FIELDS } from '../../../../src/publications/document/document.js';

const url = (length: number): string => 'https://example.org/'.padEnd(length, 'a');

describe.each<[string, Rule, fits: unknown[], breaks: unknown[]]>([
  ['locale', FIELDS.locale.rule, ['en', 'zh-Hans-CN'], ['', 'en_US', 'api', 7, null]],
  [
    'slug',
    FIELDS.slug.rule,
    ['a', 'a'.repeat(120), '𐐨'.repeat(120)],
    ['', 'a'.repeat(121), 'A', 'a\u0000', 7],
  ],
  [
    'title',
    FIELDS.title.rule,
    ['a', '\u{1F600}'.repeat(200)],
    ['', 'a'.repeat(201), 'a\nb', 'a\u2028b', {}],
  ],
  [
    'content',
    FIELDS.content.rule,
    ['a', ' a\t\r\n', '\u{1F600}'.repeat(200_000)],
    ['', ' \n\u00A0', 'a'.repeat(200_001), 'a\u0000', []],
  ],
  [
    'description',
    FIELDS.description.rule,
    ['', '\n\t\r', 'a'.repeat(500), 'a\u2028b'],
    ['a'.repeat(501), 'a\u0085', null],
  ],
  ['tags', FIELDS.tags.rule, [[], Array(20).fill('a')], [Array(21).fill('a'), 'a', null, {}]],
  [
    'tag',
    FIELDS.tags.itemRule!,
    ['a', '...', 'a'.repeat(50)],
    ['', 'a'.repeat(51), '.', '..', 'a\u202Eb', 7],
  ],
  ['sources', FIELDS.sources.rule, [[], Array(50).fill('a')], [Array(51).fill('a'), 'a', null]],
  [
    'source',
    FIELDS.sources.itemRule!,
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
  ['author', FIELDS.author.rule, [{}, { kind: 1 }], [null, [], 'a', 7]],
  [
    'author.kind',
    FIELDS.author.members!.kind!.rule,
    ['service', 'ai', 'a'.repeat(40), '0_9-z'],
    ['', 'a'.repeat(41), 'AI', 'a b', 'é', 'a\n', 7],
  ],
  [
    'author.name',
    FIELDS.author.members!.name!.rule,
    ['a', '가'.repeat(120)],
    ['', 'a'.repeat(121), 'a\r', 'a\tb', 7],
  ],
])('the rule of %s', (_field, rule, fits, breaks) => {
  it('takes what fits', () => {
    expect(fits.filter((value) => rule(value) !== undefined)).toEqual([]);
  });

  it('refuses what does not', () => {
    expect(breaks.filter((value) => rule(value) === undefined)).toEqual([]);
  });
});
