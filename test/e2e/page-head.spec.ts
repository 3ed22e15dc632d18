import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { type SitePage, readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';

const HOSTILE = '</script><script>alert(1)</script><!--"\'&amp;';

const desk = await sharedDesk();

const hreflangs = (page: SitePage): object =>
  Object.fromEntries(
    page
      .links('alternate')
      .filter(({ hreflang }) => hreflang !== undefined)
      .map(({ hreflang, href }) => [hreflang, href]),
  );

describe('the metadata of a page', () => {
  it('[9.page-canonical] [9.page-opengraph] has the canonical address, and describes the document in OpenGraph', async () => {
    const slug = `문서-${randomUUID()}`;
    const document = await released(desk.api, {
      locale: 'pt-BR',
      slug,
      title: `Olá ${HOSTILE}`,
      description: `Uma "descrição" ${HOSTILE}`,
      tags: ['um', 'dois'],
    });
    const page = await readPage(document.url);
    expect(document.url).toBe(`${desk.url}/pt-BR/${encodeURIComponent(slug)}`);
    expect(page.links('canonical')).toEqual([{ rel: 'canonical', href: document.url }]);
    const markdown = { type: 'text/markdown', href: `${document.url}.md` };
    expect(page.links('alternate')).toContainEqual(expect.objectContaining(markdown));
    const told = (name: string) => page.meta(name);
    expect(told('og:type')).toEqual(['article']);
    expect(told('og:title')).toEqual([document.title]);
    expect(told('og:description')).toEqual([document.description]);
    expect(told('og:url')).toEqual([document.url]);
    expect(told('og:locale')).toEqual(['pt_BR']);
    expect(told('article:published_time')).toEqual([document.publishedAt]);
    expect(told('article:modified_time')).toEqual([document.publishedAt]);
    expect(told('article:tag')).toEqual(['um', 'dois']);
    expect([told('twitter:card'), told('og:image')]).toEqual([['summary'], []]);
  });

  it('[9.page-opengraph] takes the first words of the text if the document has no description', async () => {
    const content = `## A & B\n\n> [!NOTE]\n> Mind *this* & 10<sup>6</sup> of $\\frac{1}{2}$.[^1]\n\n${'Many words. '.repeat(40)}\n\n[^1]: Foot.`;
    const document = await released(desk.api, { content });
    const page = await readPage(document.url);
    const [words] = page.meta('description');
    expect(words).toMatch(/^Mind this & 10\^6 of 1\/2\. Many words\. .*(?: words\.| Many)…$/);
    expect(words!.length).toBeLessThanOrEqual(160);
    expect(page.meta('og:description')).toEqual([words]);
    expect(page.jsonLd()).not.toHaveProperty('description');
  });

  it('[9.page-json-ld] describes an Article with author, citation and version in JSON-LD, even with hostile texts', async () => {
    const sources = ['https://example.org/a?b=1&c=</script>', 'http://example.com/'];
    const document = await released(desk.api, {
      title: HOSTILE,
      description: HOSTILE,
      sources,
      tags: [HOSTILE],
      author: { kind: 'person', name: HOSTILE },
    });
    const page = await readPage(document.url);
    expect(page.jsonLd()).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: HOSTILE,
      description: HOSTILE,
      inLanguage: 'en',
      datePublished: document.publishedAt,
      dateModified: document.publishedAt,
      author: { '@type': 'Person', name: HOSTILE },
      publisher: { name: 'Someone' },
      citation: document.sources,
      version: 1,
      url: document.url,
      keywords: [HOSTILE],
    });
    expect(document.sources).toHaveLength(2);
  });
});

describe('the hreflang links of a page', () => {
  it('[9.page-hreflang] [9.conditional] name all locales in which the account has released the same slug; a page that gets another one also gets another ETag', async () => {
    const slug = `translated-${randomUUID()}`;
    const stranger = await desk.caller();
    const english = await released(desk.api, { slug });
    expect(hreflangs(await readPage(english.url))).toEqual({});
    await desk.api.create(newDocument({ locale: 'de', slug }));
    await released(stranger.api, { locale: 'fr', slug });
    await released(desk.api, { locale: 'it', slug: `${slug}-2` });
    expect(hreflangs(await readPage(english.url))).toEqual({});

    const etag = (await fetch(english.url)).headers.get('ETag')!;
    const headers = { 'Cache-Control': 'max-age=0', 'If-None-Match': etag };
    expect((await fetch(english.url, { headers })).status).toBe(304);
    const korean = await released(desk.api, { locale: 'ko', slug });
    expect((await fetch(english.url, { headers })).status).toBe(200);
    const chinese = await released(desk.api, { locale: 'zh-Hans', slug });
    const all = { en: english.url, ko: korean.url, 'zh-Hans': chinese.url };
    for (const document of [english, korean, chinese]) {
      expect(hreflangs(await readPage(document.url))).toEqual(all);
    }

    await operator(desk.databaseUrl, 'publications', 'withdraw', korean.id, '--reason', 'wrong');
    expect(hreflangs(await readPage(english.url))).toEqual({
      en: english.url,
      'zh-Hans': chinese.url,
    });
  });
});
