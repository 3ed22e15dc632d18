import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/platform/config/config.js';
import { validated } from '../../../../src/platform/validation/validated.js';
import { CreatePublicationDto } from '../../../../src/publications/dto/create-publication.dto.js';

const config = readConfig({});
const DOCUMENT = { locale: 'en', slug: 'a', title: 'A', content: 'a' };
const AUTHOR = { kind: 'ai', name: 'A' };

/** Returns a document with `value` in the field at `path`. */
const documentWith = (path: string, value: unknown): Record<string, unknown> => {
  const [field = '', member] = path.split('.');
  if (member !== undefined) return { ...DOCUMENT, author: { ...AUTHOR, [member]: value } };
  return field.endsWith('[0]')
    ? { ...DOCUMENT, [field.slice(0, -3)]: [value] }
    : { ...DOCUMENT, [field]: value };
};

async function isRefused(path: string, value: unknown): Promise<boolean> {
  const result = await validated(CreatePublicationDto, documentWith(path, value), config);
  return 'faults' in result && result.faults.some(({ field }) => field === path);
}

const chosen = async (path: string, values: readonly unknown[], refused: boolean) => {
  const answers = await Promise.all(values.map((value) => isRefused(path, value)));
  return values.filter((_, index) => answers[index] === refused);
};

const url = (length: number): string => 'https://example.org/'.padEnd(length, 'a');

describe.each<[path: string, fits: unknown[], breaks: unknown[]]>([
  ['locale', ['en', 'zh-Hans-CN'], ['', 'en_US', 'api', 7, null]],
  ['slug', ['a', 'a'.repeat(120), '𐐨'.repeat(120)], ['', 'a'.repeat(121), 'A', 'a\u0000', 7]],
  ['title', ['a', '\u{1F600}'.repeat(200)], ['', 'a'.repeat(201), 'a\nb', 'a\u2028b', {}]],
  [
    'content',
    ['a', ' a\t\r\n', '\u{1F600}'.repeat(200_000)],
    ['', ' \n\u00A0', 'a'.repeat(200_001), 'a\u0000', []],
  ],
  ['description', ['', '\n\t\r', 'a'.repeat(500), 'a\u2028b'], ['a'.repeat(501), 'a\u0085', null]],
  ['tags', [[], Array(20).fill('a')], [Array(21).fill('a'), 'a', null, {}]],
  ['tags[0]', ['a', '...', 'a'.repeat(50)], ['', 'a'.repeat(51), '.', '..', 'a\u202Eb', 7]],
  ['sources', [[], Array(50).fill('a')], [Array(51).fill('a'), 'a', null]],
  [
    'sources[0]',
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
  ['author', [{}, { kind: 1 }], [null, [], 'a', 7]],
  [
    'author.kind',
    ['service', 'ai', 'a'.repeat(40), '0_9-z'],
    ['', 'a'.repeat(41), 'AI', 'a b', 'é', 'a\n', 7],
  ],
  ['author.name', ['a', '가'.repeat(120)], ['', 'a'.repeat(121), 'a\rb', 'a\tb', 7]],
])('the rule of %s', (path, fits, breaks) => {
  it('takes what fits', async () => {
    expect(await chosen(path, fits, true)).toEqual([]);
  });

  it('refuses what does not', async () => {
    expect(await chosen(path, breaks, false)).toEqual([]);
  });
});
