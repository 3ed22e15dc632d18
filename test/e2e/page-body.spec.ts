import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { WAIT } from '../setup/document.js';
import { type PageElement, type SitePage, readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';

const desk = await sharedDesk();

const pageWith = async (changes: object): Promise<SitePage> =>
  readPage((await released(desk.api, changes)).url);

const texts = (elements: readonly PageElement[]): string[] => elements.map(({ text }) => text);

/** Returns the value of the fact with this name, such as “Version”. */
const fact = (page: SitePage, name: string): PageElement | undefined => {
  const all = page
    .all('dl.facts')
    .flatMap(({ inside }) => inside)
    .filter(({ tag }) => tag === 'dt' || tag === 'dd');
  const at = all.findIndex(({ tag, text }) => tag === 'dt' && text === name);
  return at === -1 ? undefined : all[at + 1];
};

const times = (element: PageElement | undefined): (string | undefined)[] =>
  element!.inside.flatMap(({ tag, attributes }) => (tag === 'time' ? attributes['datetime'] : []));

/** Returns address and relation of the links in an element, but for those that every document has. */
const linksIn = (element: PageElement) =>
  element.inside
    .filter(({ tag }) => tag === 'a')
    .map(({ attributes: { href, rel } }) => ({ href, rel }))
    .filter(({ href }) => !/\.(?:md|jws)$|\/versions$/.test(href!));

/** A link that the author of a document wrote. */
const written = (href: string) => ({ href, rel: 'nofollow ugc noopener' });

describe('the page of a document', () => {
  it('[9.page-metadata] [9.page-json-ld] shows its title, description, author, dates, version and tags', async () => {
    const first = await released(desk.api, {
      title: 'Title <1>',
      description: 'Describes & explains.',
      author: { kind: 'person', name: 'Ada' },
      tags: ['one', '둘'],
    });
    await desk.api.update(first.id, { expectedVersion: 1, title: 'Title <2>' });
    await desk.api.publish(first.id, { expectedVersion: 2 }, WAIT);
    const second = await desk.api.read(first.id);
    const page = await readPage(first.url);
    expect(page.text('h1')).toBe('Title <2>');
    expect(page.text('p.description')).toBe('Describes & explains.');
    expect(page.meta('description')).toEqual(['Describes & explains.']);
    expect(fact(page, 'Author')!.text).toBe('Ada');
    expect(times(fact(page, 'Published'))).toEqual([first.publishedAt]);
    expect(times(fact(page, 'Changed'))).toEqual([second.body.publishedAt]);
    expect(fact(page, 'Version')!.text).toBe('2');
    expect(page.jsonLd()).toMatchObject({
      headline: 'Title <2>',
      datePublished: first.publishedAt,
      dateModified: second.body.publishedAt,
      version: 2,
    });
    expect(texts(fact(page, 'Tags')!.inside.filter(({ tag }) => tag === 'li'))).toEqual([
      'one',
      '둘',
    ]);
  });

  it.each([
    ['ai', ['Written by AI']],
    ['service', ['Published by a service']],
    ['committee', ['Written by AI']],
    ['person', []],
    ['organization', []],
  ])('[9.page-machine-written] marks an author of the kind %s as %j', async (kind, marks) => {
    const page = await pageWith({ author: { kind, name: 'Nomen' } });
    const { inside } = fact(page, 'Author')!;
    expect(texts(inside.filter(({ tag }) => tag === 'span'))).toEqual(marks);
  });

  it('[9.page-sources] [9.links-rel] lists its sources, and says that listing a source does not mean that its claims were checked; their links and those of the text have the same rel', async () => {
    const sources = ['https://example.org/a?b=1&c=2', 'http://example.com/d'];
    const page = await pageWith({ content: '[a](https://a.example) [e](/en/other)', sources });
    const [section] = page.all('section.sources');
    expect(section!.text).toContain('Listing a source does not mean that its claims were checked.');
    expect(linksIn(section!)).toEqual(sources.map(written));
    const all = ['https://a.example', '/en/other', ...sources];
    expect(linksIn(page.all('div.sheet')[0]!)).toEqual(all.map(written));
    expect((await pageWith({ sources: [] })).all('section.sources')).toEqual([]);
  });
});

describe('the address of a document', () => {
  it('[9.markdown] [9.feed] may have letters, digits and dots in percent-encoding', async () => {
    const { slug } = await released(desk.api, { slug: 'spelt-in-many-ways' });
    for (const path of [`/en/${slug}%2Emd`, `/en/%73${slug.slice(1)}.m%64`, `/%65n/${slug}.md`]) {
      const { status, headers } = await fetch(desk.url + path);
      const markdown = 'text/markdown; charset=utf-8';
      expect([status, headers.get('content-type')], path).toEqual([200, markdown]);
    }
    expect((await fetch(`${desk.url}/en/feed%2Exml`)).status).toBe(200);
    expect((await fetch(`${desk.url}/en/${slug}%252Emd`)).status).toBe(404);
  });
});

describe('the text of a document', () => {
  it('[9.page-contents] has a table of contents with links if it has four headings, and none if it has one', async () => {
    const titles = ['First *steps*', '둘째', 'Third', 'Third'];
    const content = titles.map((title) => `## ${title}\n\nText.`).join('\n\n');
    const page = await pageWith({ content });
    const links = page.all('nav.contents')[0]!.inside.filter(({ tag }) => tag === 'a');
    expect(texts(links)).toEqual(['First steps', '둘째', 'Third', 'Third']);
    const headings = page.all('div.content')[0]!.inside.filter(({ tag }) => /^h\d$/.test(tag));
    expect(links.map(({ attributes }) => attributes['href'])).toEqual(
      headings.map(({ attributes }) => `#${attributes['id']}`),
    );
    expect(new Set(headings.map(({ attributes }) => attributes['id'])).size).toBe(4);
    expect((await pageWith({ content: '## One\n\nText.' })).all('nav.contents')).toEqual([]);
  });

  it('[9.page-code] has its code highlighted by classes of the style sheet', async () => {
    const page = await pageWith({ content: '```js\nconst a = "b"; // c\n```' });
    const parts = page
      .all('span')
      .filter(({ attributes }) => attributes['class']!.startsWith('hljs-'));
    expect(texts(parts)).toEqual(['const', '"b"', '// c']);
    const [style] = page.links('stylesheet');
    const css = await (await fetch(new URL(style!['href']!, desk.url))).text();
    for (const { attributes } of parts) expect(css).toContain(`.${attributes['class']}`);
    expect(page.all('code')[0]!.text).toBe('const a = "b"; // c');
  });
});
