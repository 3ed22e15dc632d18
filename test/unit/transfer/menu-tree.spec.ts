import { describe, expect, it } from 'vitest';
import {
  folderTree,
  menuMarkdown,
  type MenuPage,
  navTree,
} from '../../../src/transfer/menu-tree.js';

const page = (file: string, more: Partial<MenuPage> = {}): MenuPage => {
  const slug = file.slice(3).replaceAll('/', '-').replace('.md', '');
  const none = { label: undefined, position: undefined };
  return { file, address: { locale: 'en', slug }, title: slug.toUpperCase(), ...none, ...more };
};
const written = (pages: readonly MenuPage[], categories = {}) =>
  menuMarkdown(folderTree(pages, new Map(Object.entries(categories))))
    .trimEnd()
    .split('\n');

describe('the menu of an import', () => {
  it.each([
    [
      'names, with numbers in their order',
      ['en/b10.md', 'en/b9.md', 'en/a.md'].map((file) => page(file)),
      {},
      ['- [A](/en/a)', '- [B9](/en/b9)', '- [B10](/en/b10)'],
    ],
    [
      'positions before names',
      [page('en/a.md'), page('en/b.md', { position: 2 }), page('en/c.md', { position: -1 })],
      {},
      ['- [C](/en/c)', '- [B](/en/b)', '- [A](/en/a)'],
    ],
    [
      'index files, which are the pages of their folders',
      [
        page('en/index.md', { title: 'Home' }),
        page('en/x/_index.md', { label: 'X' }),
        page('en/x/a.md'),
      ],
      {},
      ['- [Home](/en/index)', '- [X](/en/x-_index)', '  - [X-A](/en/x-a)'],
    ],
    [
      'categories, and folders by their names',
      [page('en/02-get_started/a.md'), page('en/z/a.md')],
      { 'en/z': { label: '1. Last', position: 1 } },
      [
        '- 1\\. Last',
        '  - [Z-A](/en/z-a)',
        '- Get started',
        '  - [02-GET\\_STARTED-A](/en/02-get_started-a)',
      ],
    ],
    [
      'no folder that is around everything',
      [page('en/docs/a.md'), page('en/docs/b.md', { title: '[x](javascript:y) `z`' })],
      {},
      ['- [DOCS-A](/en/docs-a)', '- [\\[x\\](javascript:y) \\`z\\`](/en/docs-b)'],
    ],
    [
      'at most six levels',
      [page('en/1/2/3/4/5/6/7/a.md'), page('en/b.md')],
      {},
      [
        '- 1',
        '  - 2',
        '    - 3',
        '      - 4',
        '        - 5',
        '          - 6',
        '          - 7',
        '          - [1-2-3-4-5-6-7-A](/en/1-2-3-4-5-6-7-a)',
        '- [B](/en/b)',
      ],
    ],
  ])('has %s [10.import-menu]', (_, pages, categories, lines) => {
    expect(written(pages, categories)).toEqual(lines);
  });

  it('is the nav of MkDocs, without what is not in the locale [10.import-menu]', () => {
    const pages = new Map([
      ['a.md', page('en/a.md')],
      ['b/c.md', page('en/b/c.md')],
    ]);
    const nav = [
      'a.md',
      { 'A *b*': [{ C: 'b/c.md' }, 'gone.md', { Out: 'https://other.example/' }] },
      { Gone: 'gone.md' },
      { Bad: 'javascript:x' },
      null,
      7,
    ];
    expect(menuMarkdown(navTree(nav, (target) => pages.get(target)))).toBe(
      '- [A](/en/a)\n- A \\*b\\*\n  - [C](/en/b-c)\n  - [Out](https://other.example/)\n',
    );
  });
});
