import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuReport } from '../../src/site/menu-reports.service.js';
import { LastingCli } from '../setup/cli.js';
import { type Caller, sharedDesk, type SharedDesk } from '../setup/desk.js';
import { LONG_WAIT } from '../setup/document.js';
import { folderOf } from './folder.js';
import { imported } from './importing.js';

const REASON = ['--reason', 'a mistake'];

describe('the menu of a locale', () => {
  let desk: SharedDesk;
  let cli: LastingCli;
  let of: Caller;
  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
    of = await desk.caller();
  });
  afterAll(() => cli.close());

  const idOf = async (locale: string, slug: string) =>
    (await of.api.list(`?slug=${slug}&locale=${locale}`)).body.items[0]!.id;
  const published = async (root: string, ...words: string[]) => {
    const report = await imported(cli, root, of, '--publish', ...words);
    for (const { id } of (await of.api.list('?limit=100&state=publishing')).body.items) {
      await of.api.read(id, LONG_WAIT.headers);
    }
    return report;
  };
  const setMenu = (locale: string, id: string) =>
    cli.json<{ menu: MenuReport }>('site', 'set-menu', id, '--locale', locale);
  const page = async (path: string) => {
    const answer = await fetch(desk.url + path, { redirect: 'manual' });
    return { status: answer.status, hasMenu: /class="menu/.test(await answer.text()) };
  };

  it('tells the operator which of its links lead nowhere, to other sites, and to a document twice [10.menu-report]', async () => {
    const toc = [
      '/ga/one',
      '/ga/one#part',
      '/ga/one',
      '/ga/gone',
      '/ga/guide/one.md',
      'old',
      '/ga/draft',
      '/ga/%zz',
      'https://other.example/x',
      'mailto:desk@other.example',
      '/ga',
      '/tags/x',
      '/ga/new',
      '/ga/feed.xml',
      '/ga/one@1',
      '/about',
      '/docs/intro',
      '/docs/errors',
      '/ga/b',
    ];
    await published(
      await folderOf({
        'ga/toc.md': `---\nintent: draft\n---\n${toc.map((href) => `- [To](${href})`).join('\n')}\n- Title`,
        'ga/one.md': '---\naliases: [/ga/old]\n---\nText',
        'ga/draft.md': '---\ndraft: true\n---\nText',
      }),
      '--keep-links',
    );
    const { menu } = await setMenu('ga', await idOf('ga', 'toc'));
    expect(menu).toEqual({
      entries: 20,
      documents: 2,
      dead: [
        '/ga/gone',
        '/ga/guide/one.md',
        '/ga/draft',
        '/ga/%25zz',
        '/about',
        '/docs/intro',
        '/ga/b',
      ],
      foreign: ['https://other.example/x', 'mailto:desk@other.example'],
      repeated: ['/ga/one'],
    });
    const id = await idOf('ga', 'toc');
    const { stdout } = await cli.run('site', 'set-menu', id, '--locale', 'ga');
    expect(stdout).toContain('Links that lead nowhere (7): /ga/gone, /ga/guide/one.md');
  });

  it.each<[string, string, ...acts: [act: string, hasMenu: boolean][]]>([
    ['kw', 'that is withdrawn and published again', ['withdraw', false], ['publish', true]],
    ['gv', 'that is erased', ['erase', false]],
    ['lb', 'whose place another one takes', ['supersede', true]],
  ])('[9.menu-at-once] of %s, %s, leaves its pages whole', async (locale, _, ...acts) => {
    const toc = `- [One](/${locale}/one)`;
    const files = { [`${locale}/toc.md`]: toc, [`${locale}/one.md`]: 'Text' };
    const root = await folderOf({ ...files, [`${locale}/toc2.md`]: toc });
    await published(root);
    const id = await idOf(locale, 'toc');
    await setMenu(locale, id);
    expect(await page(`/${locale}/one`)).toEqual({ status: 200, hasMenu: true });
    for (const [act, hasMenu] of acts) {
      if (act === 'publish') await published(root, '--again');
      else if (act === 'supersede') {
        await cli.json('publications', act, id, await idOf(locale, 'toc2'));
      } else await cli.json('publications', act, id, ...REASON);
      expect(await page(`/${locale}/one`)).toEqual({ status: 200, hasMenu });
      expect(await page(`/${locale}`)).toEqual({ status: 200, hasMenu });
    }
  });

  it('[9.menu-more] is all that a locale without other documents shows, and needs a document of its locale', async () => {
    await published(await folderOf({ 'rm/toc.md': '- [Elsewhere](/kw/one)' }));
    const id = await idOf('rm', 'toc');
    await expect(setMenu('fur', id)).rejects.toThrow('is not public in fur');
    await setMenu('rm', id);
    expect(await page('/rm')).toEqual({ status: 200, hasMenu: true });
    await cli.json('publications', 'withdraw', id, ...REASON);
    expect(await page('/rm')).toEqual({ status: 404, hasMenu: false });
  });

  it.each([
    [
      'from SUMMARY.md',
      'eu',
      { 'eu/SUMMARY.md': '# Summary\n\n- [Two](two.md)\n- [One](one.md)' },
      'eu/SUMMARY.md',
      '/eu/summary',
      ['two', 'one'],
    ],
    [
      'from the sidebar of a wiki',
      'ia',
      { 'ia/_Sidebar.md': '[[Two]]\n[[the first|One]]' },
      'ia/_Sidebar.md',
      '/ia/sidebar',
      ['two', 'one'],
    ],
    [
      'from nav of mkdocs.yml',
      'is',
      { 'mkdocs.yml': 'x: !!python/name:y\ndocs_dir: "is"\nnav:\n  - Second: two.md\n  - one.md' },
      'mkdocs.yml',
      '/is/menu',
      ['two', 'one'],
    ],
    [
      'from positions and folders',
      'mt',
      {
        'mt/one.md': '---\nsidebar_position: 9\n---\nText',
        'mt/two.md': '---\nweight: 1\n---\nText',
        'mt/menu.md': '---\nsidebar_label: Food\n---\nText',
        'mt/waits.md': '---\nintent: review\n---\nText',
        'mt/Summary.md': '---\nweight: 20\n---\n- [One](one.md)',
      },
      null,
      '/mt/menu-2',
      ['two', 'one', 'summary', 'menu'],
    ],
  ])(
    'is made by an import %s, once, without drafts, and changes with it [10.import-menu] [10.import-drafts]',
    async (_, locale, files, from, path, slugs) => {
      const root = await folderOf({
        [`${locale}/one.md`]: 'Text',
        [`${locale}/two.md`]: 'Text',
        ...files,
      });
      const dry = await published(root, '--menu', '--dry-run');
      const first = await published(root, '--menu');
      const publicationId = await idOf(locale, path.split('/')[2]!);
      expect(first.menus).toEqual([{ locale, path, publicationId, from, isSet: false }]);
      expect(dry.menus).toEqual([{ locale, path, publicationId: null, from, isSet: false }]);
      expect(Object.assign(dry, { menus: first.menus })).toEqual(first);
      expect(first.ignored).toEqual({});
      await setMenu(locale, publicationId);
      const hrefs = async () => {
        const html = await (await fetch(`${desk.url}/${locale}/one`)).text();
        return [.../class="menu"[^]*?<\/ul>/.exec(html)![0].matchAll(/href="\/..\/([^"]+)"/g)].map(
          ([, slug]) => slug,
        );
      };
      expect(await hrefs()).toEqual(slugs);
      const again = await published(root, '--menu');
      expect(again).toMatchObject({
        created: 0,
        updated: 0,
        published: 0,
        menus: [{ isSet: true }],
      });
      if (path === `/${locale}/menu`) {
        await writeFile(join(root, locale, 'menu.md'), 'Text');
        const later = { created: 1, updated: 0, failed: 0, conflicts: [] };
        expect(await published(root, '--menu')).toMatchObject(later);
        expect(await idOf(locale, 'menu')).toBe(publicationId);
      }
      if (from !== null) return;
      await writeFile(join(root, locale, 'three.md'), 'Text');
      expect(await published(root, '--menu')).toMatchObject({
        created: 1,
        updated: 1,
        published: 2,
      });
      expect(await hrefs()).toEqual([...slugs, 'three']);
    },
  );
});
