import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../setup/read-page.js';
import { openSite, type SiteApp } from './site-app.js';

let site: SiteApp;

beforeAll(async () => {
  site = await openSite();
  await site.publish({ slug: 'one', title: 'One <b>fish</b>', markdown: 'red & blue fish' });
  await site.publish({ locale: 'ko', slug: '문서', title: '문서', markdown: '문서를 받아 fish' });
  for (let number = 1; number <= 11; number += 1) {
    await site.publish({ slug: `many-${number}`, title: `Many ${number}`, markdown: 'many' });
  }
});

afterAll(() => site.close());

const json = async (query: string) => (await site.get(`/search.json?${query}`)).json();

describe('/search.json', () => {
  it('gives hits with their addresses, and snippets with the words marked [9.search] [9.search-json]', async () => {
    const response = await site.get('/search.json?q=FISH+blue');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      q: 'FISH blue',
      locale: null,
      tag: null,
      page: 1,
      total: 2,
      more: false,
      hasMore: false,
      similar: false,
      hits: [
        {
          rank: 1,
          locale: 'en',
          slug: 'one',
          title: 'One <b>fish</b>',
          description: 'A greeting.',
          url: 'https://docs.example.org/en/one',
          tags: ['greeting'],
          authorKind: 'ai',
          publishedAt: '2026-11-21T09:00:00.000Z',
          snippet: 'red & **blue** **fish**',
        },
        expect.objectContaining({ rank: 2, locale: 'ko', slug: '문서' }),
      ],
    });
  });

  it('finds only documents of the named locale [9.search-locale]', async () => {
    expect((await json('q=fish')).total).toBe(2);
    expect((await json('q=fish&locale=KO')).hits).toMatchObject([{ locale: 'ko', slug: '문서' }]);
    expect((await json('q=fish&locale=!')).hits).toEqual([]);
  });

  it('finds only documents with the named tag', async () => {
    await site.publish({ slug: 'tagged', title: 'Tagged', tags: ['Größe 1'], markdown: 'fish' });
    const { hits, tag } = await json('q=fish&tag=gr%C3%B6%C3%9Fe+1');
    expect([tag, hits.map(({ slug }: { slug: string }) => slug)]).toEqual(['größe 1', ['tagged']]);
    expect((await json('q=fish&tag=%00%27')).hits).toEqual([]);
    await site.withdraw('en', 'tagged');
  });

  it('[9.search-total] is paged, with ten hits a page', async () => {
    const first = await json('q=many');
    const second = await json('q=many&page=2');
    expect([first.hits.length, first.total, first.hasMore]).toEqual([10, 11, true]);
    expect([second.hits.length, second.total, second.hasMore]).toEqual([1, 11, false]);
    expect(second.hits[0].rank).toBe(11);
    const beyond = { hits: [], total: 11, more: false, hasMore: false };
    expect(await json('q=many&page=3')).toMatchObject({ ...beyond, page: 3 });
    expect(await json('q=many&page=99999999999')).toMatchObject({ ...beyond, page: 100 });
  });

  it.each([
    '',
    'q=',
    'q=%00%27%22%5C%26%7C!:*()<->',
    'q=%zz%ff',
    'q[a]=b&page[]=1',
    'q=fish&q=fish',
    `q=${'%F0%9F%91%A9'.repeat(500)}`,
    `q=fish&tag=${'%F0%9F%91%A9'.repeat(1_000)}`,
    `q=fish&locale=${'en-'.repeat(2_000)}`,
    'page=99999999999999999999',
  ])('answers 200 to %s, and finds nothing', async (query) => {
    const response = await site.get(`/search.json?${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ hits: [], total: 0 });
  });

  it('ignores PostgreSQL operators, and everything after the first 400 characters', async () => {
    expect((await json(`q=${'fish:*|'.repeat(500)}many`)).total).toBe(2);
  });
});

describe('/search', () => {
  it('shows hits in their language, escaped, with the words marked [9.no-store] [9.search-highlighted]', async () => {
    const response = await site.get('/search?q=blue');
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('One &lt;b&gt;fish&lt;/b&gt;</a>');
    expect(page).toContain('red &amp; <mark>blue</mark> fish');
    expect(page).toContain('Documents found: 1');
    const both = await (await site.get('/search?q=fish')).text();
    const hits = [...both.matchAll(/<li lang="(\w+)" dir="ltr">\s*<h2><a href="([^"]+)"/g)];
    expect(hits.map(([, language, address]) => [language, address])).toEqual([
      ['en', '/en/one'],
      ['ko', '/ko/%EB%AC%B8%EC%84%9C'],
    ]);
  });

  it('links to the other pages of results', async () => {
    expect(await (await site.get('/search?q=many')).text()).toContain(
      'rel="next" href="/search?q=many&amp;page=2"',
    );
    const last = await (await site.get('/search?q=many&page=2')).text();
    expect(last).toContain('rel="prev" href="/search?q=many&amp;page=1"');
    expect(last).not.toContain('rel="next"');
  });

  it('[9.search-locale] says when it searches only one locale or tag, and links to the search of all documents', async () => {
    const page = await (await site.get('/search?q=fish&locale=KO')).text();
    expect(page).toContain('<span lang="ko" dir="ltr">한국어</span> 문서만.');
    const tagged = await (await site.get('/search?q=fish&tag=%3Cb%3E')).text();
    expect(tagged).toContain('tagged <bdi>&lt;b&gt;</bdi>');
    expect(page).toContain('href="/search?q=fish&amp;page=1"');
    expect(await (await site.get('/search?q=fish')).text()).not.toContain('Search all documents');
    expect((await site.get('/search?q=fish&locale=!')).status).toBe(200);
  });

  it('offers the languages and tags of the hits, and keeps the query', async () => {
    const page = await (await site.get('/search?q=red+fish')).text();
    expect(page).toContain('href="/search?q=red+fish&amp;locale=ko&amp;page=1"');
    expect(page).toContain('href="/search?q=red+fish&amp;tag=greeting&amp;page=1"');
    const narrow = await (await site.get('/search?q=fish&locale=ko&tag=greeting')).text();
    expect(narrow).toContain('href="/search?q=fish&amp;locale=en&amp;tag=greeting&amp;page=1"');
    expect(narrow).toContain('name="q"');
  });

  it.each([
    ['', 'de-AT,de;q=0.9,en;q=0.5', 'de', 'Gefundene Dokumente: 1'],
    ['', 'sw,ja;q=0.5', 'ja', '見つかった文書: 1'],
    ['', 'sw', 'en', 'Documents found: 1'],
    ['&locale=en', 'de', 'en', 'Documents found: 1'],
  ])(
    '[9.frame-language] with the parameter "%s" and Accept-Language %s is in the language %s',
    async (query, accepted, language, count) => {
      const headers = { 'Accept-Language': accepted };
      const page = await (await fetch(`${site.url}/search?q=blue${query}`, { headers })).text();
      expect(page).toMatch(new RegExp(`<html lang="${language}[^"]*"`));
      expect(page).toContain(count);
    },
  );

  it('[9.search-empty] without words shows a search box, how to search and the newest documents, and keeps the locale and tag', async () => {
    const page = await readPage(`${site.url}/search`);
    const boxes = page.all('input').filter(({ attributes }) => attributes['type'] === 'search');
    expect(boxes).toHaveLength(1);
    expect(page.text('main')).toMatch(
      /^Search Search Enter words, a name or a question\. .* Newest documents$/,
    );
    const limited = await readPage(`${site.url}/search?locale=ko&tag=%3Cb%3E`);
    const hidden = limited.all('input').filter(({ attributes }) => attributes['type'] === 'hidden');
    expect(hidden.map(({ attributes }) => [attributes['name'], attributes['value']])).toEqual([
      ['locale', 'ko'],
      ['tag', '<b>'],
    ]);
  });

  it('escapes hostile words', async () => {
    const page = await (await site.get('/search?q=%22%3E%3Cscript%3E')).text();
    expect(page).not.toContain('<script>');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page).toContain('Sorry, no document was found.');
  });

  it('says if the hits are only similar', async () => {
    await site.publish({ slug: 'similar', title: 'Archaeopteryx' });
    const page = await (await site.get('/search?q=archaeopterix')).text();
    expect(page).toContain(
      'Not all of the words were found; the documents below have similar words.',
    );
    expect(page).toContain('Archaeopteryx</a>');
    expect((await json('q=Fossil+archaeopterix!')).similar).toBe(true);
  });
});
