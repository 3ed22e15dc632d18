import { describe, expect, it } from 'vitest';
import { canExist, hrefOf, readAddress } from '../../../src/site/page-path.js';

describe('readAddress', () => {
  it('reads the addresses of a page and of its Markdown', () => {
    const path = { locale: 'pt-BR', slug: 'a_b-1' };
    expect(readAddress('/pt-BR/a_b-1')).toEqual({
      form: 'page',
      canonical: path,
      isCanonical: true,
    });
    expect(readAddress('/pt-BR/a_b-1.md')?.form).toBe('markdown');
  });

  it.each([
    ['/EN-us/Hello', 'en-US', 'hello'],
    [`/ko/${encodeURIComponent('문서'.normalize('NFD'))}`, 'ko', '문서'],
    ['/en/%EF%BC%A1b', 'en', 'ab'],
    ['/iw/x', 'he', 'x'],
  ])('finds the canonical spelling of %s', (path, locale, slug) => {
    expect(readAddress(path)).toMatchObject({ canonical: { locale, slug }, isCanonical: false });
  });

  it('leaves a text that is too long for a slug unchanged', () => {
    const slug = `A${'\u0315\u0300'.repeat(1_000)}`;
    expect(readAddress(`/en/${encodeURIComponent(slug)}`)?.canonical.slug).toBe(slug);
  });

  it('recognises a slash at the end of the address', () => {
    expect(readAddress('/en/hello/')?.isCanonical).toBe(false);
    expect(readAddress('/en/hello.md/')).toMatchObject({ form: 'markdown', isCanonical: false });
  });

  it.each([
    '/',
    '/en',
    '/en/',
    '/en/a/b',
    '/api/v1',
    '/mcp/x',
    '/health/live',
    '/docs/errors',
    '/e/a',
    '//en/a',
  ])('does not accept %s as the address of a document', (path) => {
    expect(readAddress(path)).toBeUndefined();
  });
});

describe('canExist', () => {
  it.each([
    ['hello-world', true],
    ['हिन्दी', true],
    ['𐐨'.repeat(120), true],
    ['a'.repeat(121), false],
    ['a/b', false],
    ['feed.xml', false],
    ['a\0', false],
    ['a b', false],
    ['\ud800', false],
    ['', false],
  ])('of %j is %s', (slug, possible) => {
    expect(canExist({ locale: 'en', slug })).toBe(possible);
  });
});

describe('hrefOf', () => {
  it('encodes the slug', () => {
    expect(hrefOf({ locale: 'zh-Hans', slug: '发布' }, 'markdown')).toBe(
      '/zh-Hans/%E5%8F%91%E5%B8%83.md',
    );
  });
});
