import { describe, expect, it } from 'vitest';
import { isSlug } from '../../../src/documents/slug.js';
import { pathFields } from '../../../src/transfer/derived-fields.js';

const NOTION = '0123456789abcdef0123456789abcdef';

describe('the path of a file', () => {
  it.each([
    ['en/guide/intro.md', 'en', 'intro', 'guide-intro', 'intro'],
    ['zh-hans/ab.md', 'zh-Hans', 'ab', 'ab', 'ab'],
    ['ko/문서 게시.markdown', 'ko', '문서-게시', '문서-게시', '문서 게시'],
    [
      'en/2026-01-02-Hello, World!.md',
      'en',
      '2026-01-02-hello-world',
      '2026-01-02-hello-world',
      'Hello, World!',
    ],
    ['en/__init__.v2.md', 'en', 'init-v2', 'init-v2', '__init__.v2'],
    ['en/as_toJSON-2.0.md', 'en', 'as-tojson-2-0', 'as-tojson-2-0', 'as_toJSON-2.0'],
    ['en/ＡＢＣ①.md', 'en', 'abc1', 'abc1', 'ＡＢＣ①'],
    ['en/Cafe\u0301.md', 'en', 'café', 'café', 'Cafe\u0301'],
    ['hi/हिन्दी.md', 'hi', 'हिन्दी', 'हिन्दी', 'हिन्दी'],
    ['intro.md', undefined, 'intro', 'intro', 'intro'],
    ['lib/intro.md', undefined, 'intro', 'lib-intro', 'intro'],
    ['guide/en/intro.md', undefined, 'intro', 'guide-en-intro', 'intro'],
    ['en/guide/index.md', 'en', undefined, 'guide', 'guide'],
    ['en/Guide/README.md', 'en', undefined, 'guide', 'Guide'],
    ['en/_index.md', 'en', undefined, 'index', '_index'],
    ['en/functions/D.md', 'en', undefined, 'functions-d', 'D'],
    [`en/Team ${NOTION}/Our plan ${NOTION}.md`, 'en', 'our-plan', 'team-our-plan', 'Our plan'],
  ])('%s gives its fields [10.import-path]', (path, locale, name, whole, title) => {
    const found = pathFields(path);
    expect(found).toEqual({ locale, nameSlug: name, pathSlug: whole, title });
    expect(isSlug(found.pathSlug)).toBe(true);
  });

  it('gives a slug of at most 120 characters, and a title of at most 200, for a long name', () => {
    expect(pathFields(`en/${'a'.repeat(300)}.md`)).toMatchObject({
      nameSlug: 'a'.repeat(120),
      title: 'a'.repeat(200),
    });
    const { nameSlug } = pathFields(`en/${'ab '.repeat(60)}.md`);
    expect(nameSlug).toHaveLength(119);
    expect(isSlug(nameSlug!)).toBe(true);
  });

  it.each(['en/!!!.md', 'en/🎉.md', 'en/_.md', 'en/..md'])(
    'gives a slug for %s, which has no letter [10.import-path]',
    (path) => {
      expect(pathFields(path).pathSlug).toMatch(/^page-[0-9a-f]{8}$/);
    },
  );
});
