import { describe, expect, it } from 'vitest';
import { isSlug } from '../../../src/documents/slug.js';
import { pathFields } from '../../../src/transfer/derived-fields.js';

describe('the path of a file', () => {
  it.each([
    ['en/guide/intro.md', 'en', 'intro'],
    ['zh-hans/a.md', 'zh-Hans', 'a'],
    ['ko/문서 게시.markdown', 'ko', '문서-게시'],
    ['en/2026-01-02-Hello, World!.md', 'en', '2026-01-02-hello-world'],
    ['en/__init__.v2.md', 'en', 'init_v2'],
    ['en/ＡＢＣ①.md', 'en', 'abc1'],
    ['hi/हिन्दी.md', 'hi', 'हिन्दी'],
    ['intro.md', undefined, 'intro'],
    ['lib/intro.md', undefined, 'intro'],
    ['api/intro.md', undefined, 'intro'],
    ['guide/en/intro.md', undefined, 'intro'],
  ])('%s gives locale %s and slug %s [10.import-path]', (path, locale, slug) => {
    const { locale: found, slug: made } = pathFields(path);
    expect({ locale: found, slug: made }).toEqual({ locale, slug });
    expect(isSlug(made)).toBe(true);
  });

  it('gives a slug of at most 120 characters for a long name', () => {
    expect(pathFields(`en/${'a'.repeat(200)}.md`).slug).toHaveLength(120);
    const { slug } = pathFields(`en/${'ab '.repeat(60)}.md`);
    expect(slug).toHaveLength(119);
    expect(isSlug(slug)).toBe(true);
  });

  it('gives no slug if the name has no letter', () => {
    expect(pathFields('en/!!!.md').slug).toBe('');
  });
});
