import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../setup/read-page.js';
import { openSite } from './site-app.js';

const site = await openSite();
afterAll(() => site.close());

const TAGS = ['plain', 'a/b', '../..', 'c++ & c#?', '한국어', '100%', '"<b>', '👩‍🔬', '...', '%2F'];

const titles = async (path: string): Promise<string[]> =>
  (await readPage(site.url + path))
    .all('ol.entries')
    .flatMap(({ inside }) => inside.filter(({ tag }) => tag === 'h2').map(({ text }) => text));

const beside = async (address: string, rel: string): Promise<string | undefined> =>
  (await readPage(site.url + address)).all('a').find(({ attributes }) => attributes['rel'] === rel)
    ?.attributes['href'];

/** Follows the links to the next page until the end, and then the links to the previous page. */
async function walk(path: string): Promise<{ there: string[]; back: string[] }> {
  const there: string[] = [];
  const back: string[] = [];
  let last = path;
  for (let at: string | undefined = path; at; at = await beside(at, 'next')) {
    there.push(...(await titles(at)));
    last = at;
  }
  for (let at: string | undefined = last; at; at = await beside(at, 'prev')) {
    back.unshift(...(await titles(at)));
  }
  return { there, back };
}

it('the start page says that nothing has been published yet', async () => {
  expect(await (await site.get('/')).text()).toContain('Nothing has been published yet.');
  const statuses = ['/', '/?page=2', '/en'].map(async (path) => (await site.get(path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
});

describe('the lists', () => {
  beforeAll(async () => {
    for (let number = 1; number <= 70; number += 1) {
      await site.publish({
        slug: `many-${number}`,
        title: `Many ${number}`,
        tags: ['many'],
        publishedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 2))),
      });
    }
    await site.publish({
      locale: 'ko',
      slug: '문서',
      title: '문서 <b>',
      description: '설명',
      authorKind: 'person',
      publishedAt: new Date('2026-02-01T00:00:00.000Z'),
      tags: TAGS,
    });
  });

  it('[9.newest] show the newest documents first, each with description, date and author', async () => {
    const page = await readPage(site.url);
    expect(page.status).toBe(200);
    const [first, second] = page
      .all('li')
      .filter(({ inside }) => inside.some(({ tag }) => tag === 'h2'));
    expect(first!.text).toBe('문서 <b> 설명 2026년 2월 1일 Desk Writer');
    expect(first!.attributes).toMatchObject({ lang: 'ko', dir: 'ltr' });
    expect(second!.text).toBe('Many 70 A greeting. January 1, 2026 Desk Writer Written by AI');
    expect(first!.inside.find(({ tag }) => tag === 'a')!.attributes['href']).toBe(
      `/ko/${encodeURIComponent('문서')}`,
    );
  });

  it('[9.newest-in-locale] [9.tags] show only the documents of a locale or with a tag', async () => {
    expect(await titles('/ko')).toEqual(['문서 <b>']);
    expect((await titles('/en'))[0]).toBe('Many 70');
    expect((await titles('/tags/many'))[0]).toBe('Many 70');
    expect(await titles('/tags/plain')).toEqual(['문서 <b>']);
  });

  it.each([
    ['/', 71],
    ['/en', 70],
    ['/tags/many', 70],
  ])(
    '[9.newest] are paged: %s shows each document once, in both directions',
    async (path, count) => {
      const { there, back } = await walk(path);
      expect(new Set(there).size).toBe(count);
      expect(there).toHaveLength(count);
      expect(back).toEqual(there);
      const numbers = there.map((title) => Number(/\d+/.exec(title)?.[0] ?? 1_000));
      const days = numbers.map((number) => Math.floor(number / 2));
      expect(days).toEqual(days.toSorted((a, b) => b - a));
    },
  );

  it('link to the previous and the next page in the head', async () => {
    const page = await readPage(`${site.url}/en?page=2`);
    const base = 'https://docs.example.org';
    expect(page.links('prev')).toMatchObject([{ href: `${base}/en` }]);
    expect(page.links('next')).toMatchObject([{ href: `${base}/en?page=3` }]);
    expect(page.links('canonical')).toMatchObject([{ href: `${base}/en?page=2` }]);
  });

  it.each(TAGS)(
    '[9.tags] encode the tag %s in one path segment, and are linked from its documents',
    async (tag) => {
      const document = await readPage(`${site.url}/ko/${encodeURIComponent('문서')}`);
      const link = document
        .all('a')
        .find(({ text, attributes }) => text === tag && attributes['dir']);
      const href = link!.attributes['href']!;
      expect(href).toBe(`/tags/${encodeURIComponent(tag)}`);
      const page = await readPage(site.url + href);
      expect(page.status).toBe(200);
      expect(page.text('h1')).toBe(`Documents tagged ${tag}`);
      expect(await titles(href)).toEqual(['문서 <b>']);
    },
  );

  it.each([
    '/?page=4',
    '/?page=0',
    '/?page=-1',
    '/?page=x',
    '/?page=1&page=2',
    '/?page=99999999999',
    '/?page=501',
    '/en?page=4',
    '/fr',
    '/fr-FR',
    '/zz',
    '/tags/none',
    '/tags/MANY',
    '/tags/%00',
    `/tags/${'x'.repeat(51)}`,
    '/tags/many?page=9',
  ])('[9.no-store] have no empty page: %s answers 404 as HTML', async (path) => {
    const response = await site.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('redirect from another spelling of a locale to the canonical one', async () => {
    await site.publish({ locale: 'pt-BR', slug: 'ola', publishedAt: new Date(0) });
    for (const path of ['/pt-br', '/PT-BR', '/PT-br?page=1', '/pt-BR/', '/%70t-BR']) {
      const response = await site.get(path);
      expect([response.status, response.headers.get('location')]).toEqual([301, '/pt-BR']);
    }
    expect((await site.get('/pt-BR')).status).toBe(200);
    expect((await site.get('/FR')).status).toBe(404);
  });

  it('keep the page number in a redirect', async () => {
    for (const path of ['/EN?page=2', '/en/?page=2&q=x']) {
      const response = await site.get(path);
      expect([response.status, response.headers.get('location')]).toEqual([301, '/en?page=2']);
    }
    expect((await site.get('/EN?page=4')).status).toBe(404);
  });

  it('link each language by its own name if there are several languages', async () => {
    const page = await readPage(site.url);
    const links = page.all('nav.languages')[0]!.inside.filter(({ tag }) => tag === 'a');
    expect(
      links.map(({ text, attributes }) => [text, attributes['href'], attributes['lang']]),
    ).toEqual([
      ['English', '/en', 'en'],
      ['한국어', '/ko', 'ko'],
      ['português (Brasil)', '/pt-BR', 'pt-BR'],
    ]);
  });

  it.each([
    ['/', 405],
    ['/en', 405],
    ['/tags/many', 405],
    ['/en/many-1', 405],
    ['/nowhere', 404],
    ['/nowhere/many-1', 404],
  ])('are read-only: POST %s answers %i', async (path, status) => {
    const response = await fetch(site.url + path, { method: 'POST' });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  });
});

describe('a cached list', () => {
  it('[9.visible-at-once] shows releases and withdrawals at once', async () => {
    await site.publish({ slug: 'passing', title: 'Passing', tags: ['one'] });
    expect(await titles('/tags/one')).toEqual(['Passing']);
    await site.publish({ slug: 'passing', title: 'Passed', tags: ['two'] });
    expect((await site.get('/tags/one')).status).toBe(404);
    expect(await titles('/tags/two')).toEqual(['Passed']);
    await site.withdraw('en', 'passing');
    expect((await site.get('/tags/two')).status).toBe(404);
    expect(await titles('/')).not.toContain('Passed');
  });
});
