import { brotliCompressSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../setup/sql.js';
import { openSite } from './site-app.js';

const site = await openSite();
afterAll(() => site.close());

const MENU = randomUUID();
const accountId = randomUUID();
const listOf = (slugs: readonly string[]): string =>
  `<ul>${slugs.map((slug) => `<li><a href="/en/${slug}">To ${slug}</a></li>`).join('')}</ul>`;

const setMenu = (version: number, html: string) =>
  site.publish({
    slug: 'summary',
    title: 'Summary',
    publicationId: MENU,
    accountId,
    version,
    html,
  });
const place = (kind: string, id: string) =>
  sql(site.databaseUrl, `INSERT INTO site_place VALUES ('${kind}', 'en', '${id}')`);
const body = async (path: string) => (await site.get(path)).text();

describe('the menu of a locale', () => {
  it('[9.menu] is beside its documents, with their way, their neighbours and JSON-LD, and not beside others', async () => {
    for (const slug of ['one', 'two', 'three', 'other']) await site.publish({ slug });
    await setMenu(
      1,
      '<ul><li><a href="/en/one">One</a></li><li>Group<ul><li><a href="/en/two">Two</a></li></ul></li>' +
        '<li><a href="https://far.example/">Far</a></li><li><a href="/en/three">Three</a></li></ul>',
    );
    const before = await site.get('/en/two');
    expect(await before.text()).not.toContain('class="menu"');
    await place('menu', MENU);
    const page = await site.get('/en/two');
    expect(page.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const html = (await page.text()).replaceAll(/\s+/g, ' ');
    expect(html).toMatch(/<details open> <summary aria-label="Group">/);
    expect(html).toMatch(/href="\/en\/two" aria-current="page"/);
    expect(html).toMatch(/class="crumbs".*>The Desk<.*<span>Group<\/span>/);
    expect(html).toMatch(/rel="prev" href="\/en\/one".*rel="next" href="\/en\/three"/);
    expect(html).toMatch(/href="https:\/\/far.example\/" rel="nofollow ugc noopener"/);
    const [, list] = /<script type="application\/ld\+json">(\{[^<]*BreadcrumbList[^<]*)</.exec(
      html,
    )!;
    const { itemListElement } = JSON.parse(list!) as { itemListElement: { item: string }[] };
    expect(itemListElement.map(({ item }) => item)).toEqual([
      'https://docs.example.org/en',
      'https://docs.example.org/en/two',
    ]);
    expect(await body('/en/other')).not.toContain('class="menu"');
  });

  it('[9.menu-more] begins the list of the locale, which has only the other documents', async () => {
    const html = (await body('/en')).replaceAll(/\s+/g, ' ');
    expect(html).toMatch(/class="menu-contents".*<h2 class="more" >More<\/h2>/);
    const [, entries] = html.split('class="entries"');
    expect(entries!.match(/<a href="[^"]+"/g)).toEqual(['<a href="/en/other"']);
    expect(await body('/en/new')).toContain('<a href="/en/two">');
  });

  it('[9.menu-at-once] changes every page of it in every process at once, and is gone when it is withdrawn', async () => {
    const second = await openSite(site);
    const pages = async () =>
      Promise.all([site, second].map(async (each) => (await each.get('/en/one')).text()));
    expect((await pages()).join('')).not.toContain('To two');
    await setMenu(2, listOf(['one', 'two']));
    for (const page of await pages()) expect(page).toContain('To two');
    await site.withdraw('en', 'summary');
    for (const page of await pages()) expect(page).not.toContain('class="menu"');
    await setMenu(3, listOf(['one', 'two']));
    for (const page of await pages()) expect(page).toContain('To two');
    await second.close();
  });

  it('[9.menu] [9.menu-more] of 300 entries takes less than 20 KiB on the wire with the page; of 5,000, a page has only a part, and the list of the locale all', async () => {
    const slugs = Array.from({ length: 5_000 }, (_, at) => `chapter-about-something-${at * 7_919}`);
    await site.publish({
      slug: slugs[150]!,
      html: `<p>${'Some words of a text. '.repeat(190)}</p>`,
    });
    for (const [version, length] of [
      [4, 300],
      [5, 5_000],
    ] as const) {
      await setMenu(version, listOf(slugs.slice(0, length)));
      const page = await body(`/en/${slugs[150]}`);
      const links = page.match(/>To chapter/g)!;
      expect(links.length).toBe(length === 300 ? 300 : 201);
      expect(brotliCompressSync(page).length).toBeLessThan(20_480);
      expect((await body('/en')).match(/>To chapter/g)).toHaveLength(length);
    }
  });

  it('[9.home] [8.readers-found] can give way to a start page, and the newest documents move to /new', async () => {
    const home = randomUUID();
    await site.publish({ slug: 'welcome', title: 'Welcome', publicationId: home });
    await place('home', home);
    expect(await body('/en')).toContain(
      '<link rel="canonical" href="https://docs.example.org/en/welcome"',
    );
    const door = 'https://docs.example.org/mcp/public';
    const names = (html: string) => [
      html.includes(`${door}/server-card"`),
      html.includes(`${door}<`),
    ];
    expect(names(await body('/en'))).toEqual([true, true]);
    expect(names(await body('/en/welcome'))).toEqual([false, false]);
    const moved = await site.get('/en?page=2');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/en/new?page=2']);
    expect(await body('/EN/new')).toBe('');
    expect(await body('/en/new')).toContain('Newest documents');
    await site.withdraw('en', 'welcome');
    expect(await body('/en')).toContain('class="menu-contents"');
    await site.publish({ slug: 'new', title: 'Novelties' });
    expect(await body('/en/new')).toContain('Novelties');
  });
});
