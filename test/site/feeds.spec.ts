import { randomUUID } from 'node:crypto';
import { parseFragment, serialize } from 'parse5';
import { afterAll, describe, expect, it } from 'vitest';
import { xmlFaults } from '../setup/xml.js';
import { openSite } from './site-app.js';

const HOSTILE = ']]></title><script xmlns="http://www.w3.org/1999/xhtml">&amp;\r\n"\'';
const OLD = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';

const site = await openSite();
afterAll(() => site.close());

/** Returns the text that this XML stands for. */
const decoded = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const textAt = async (path: string): Promise<string> => (await site.get(path)).text();
const ids = async (path: string): Promise<string[]> =>
  [...(await textAt(path)).matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id!);

describe('the feed', () => {
  it('[9.feed] is valid while nothing has been published', async () => {
    const response = await site.get('/feed.xml');
    expect(response.status).toBe(200);
    expect(await xmlFaults('atom', await response.text())).toEqual([]);
  });

  it('[9.feed] [9.released-by] states the author, the approver, the dates and the summary of each document', async () => {
    await site.publish({
      locale: 'ko',
      slug: '문서',
      publicationId: OLD,
      title: HOSTILE,
      description: HOSTILE,
      authorKind: 'ai',
      authorName: HOSTILE,
      approvedBy: HOSTILE,
      accountName: HOSTILE,
      tags: ['one', HOSTILE],
      publishedAt: new Date('2026-01-01T00:00:00.000Z'),
    });
    await site.publish({
      locale: 'ko',
      slug: '문서',
      publicationId: OLD,
      version: 2,
      title: 'Changed & whole',
      description: 'The summary',
      tags: ['one'],
      approvedBy: 'Ada Lovelace',
      approvedVia: 'key',
      publishedAt: new Date('2026-02-02T00:00:00.000Z'),
    });
    await site.publish({ slug: 'hostile', title: HOSTILE, description: HOSTILE, tags: [HOSTILE] });
    const response = await site.get('/feed.xml');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = await response.text();
    expect(await xmlFaults('atom', feed)).toEqual([]);
    expect(feed).toContain('<id>https://docs.example.org/feed.xml</id>');
    const [, entry] = new RegExp(`(<id>urn:uuid:${OLD}</id>.*?)</entry>`, 's').exec(feed)!;
    const address = `https://docs.example.org/ko/${encodeURIComponent('문서')}`;
    for (const part of [
      '<title>Changed &amp; whole</title>',
      '<published>2026-01-01T00:00:00.000Z</published>',
      '<updated>2026-02-02T00:00:00.000Z</updated>',
      '<name>Desk Writer</name>',
      '<kind xmlns="urn:imprimatur:author">ai</kind>',
      `href="${address}"`,
      `href="${address}.md"`,
      '<publisher xmlns="http://purl.org/dc/elements/1.1/">Desk Account</publisher>',
      '<approvedBy xmlns="urn:imprimatur:release">Ada Lovelace</approvedBy>',
      '<category term="one"/>',
      '<summary>The summary</summary>',
      '<digitalSourceType xmlns="urn:imprimatur:author">trainedAlgorithmicMedia</digitalSourceType>',
      `<content type="html">&lt;p&gt;Good &lt;em&gt;morning&lt;/em&gt;.&lt;/p&gt;</content>`,
    ]) {
      expect(entry).toContain(part);
    }
  });

  it('[9.feed-content] [9.page-machine-made] has the text of a document whose HTML has at most 20 KB, else only its description, and does not mark a text written by a person as machine-made', async () => {
    const html = `<p>${'å'.repeat(10_000)}</p>`;
    await site.publish({ locale: 'sv', slug: 'long', authorKind: 'person', html });
    const whole = await (await site.get('/sv/feed.xml')).text();
    expect(whole).toContain('<content');
    const longer = `<p>${'å'.repeat(10_240)}</p>`;
    await site.publish({ locale: 'sv', slug: 'long', authorKind: 'person', html: longer });
    const feed = await (await site.get('/sv/feed.xml')).text();
    expect(feed).toContain('<summary>A greeting.</summary>');
    expect(feed).not.toContain('<content');
    expect(feed).not.toContain('digitalSourceType');
  });

  it('[9.feed-content] has absolute addresses for links, footnotes and pictures', async () => {
    const picture = `/pictures/${'a'.repeat(64)}`;
    const html =
      `<p><a href="/en/other?a=1&amp;b=2">a href="/x"</a><a href="near#s-b">b</a><a href="#footnote-1">1</a>` +
      `<a href="https://a.example/?x=1&amp;y">c</a><a href="mailto:g@g.example">d</a></p>` +
      `<picture><source type="image/webp" srcset="${picture}-480.webp 480w, ${picture}-960.webp 960w">` +
      `<img src="${picture}-480.jpg" alt="a > b" width="960" height="9"></picture>`;
    await site.publish({ locale: 'nl', slug: 'linked', html });
    const feed = await textAt('/nl/feed.xml');
    const [, shown] = /<content type="html">(.*?)<\/content>/s.exec(feed)!;
    const page = parseFragment(decoded(shown!));
    const found = serialize(page);
    const origin = 'https://docs.example.org';
    for (const address of [
      `href="${origin}/en/other?a=1&amp;b=2"`,
      `href="${origin}/nl/near#s-b"`,
      `href="${origin}/nl/linked#footnote-1"`,
      'href="https://a.example/?x=1&amp;y"',
      'href="mailto:g@g.example"',
      `srcset="${origin}${picture}-480.webp 480w, ${origin}${picture}-960.webp 960w"`,
      `src="${origin}${picture}-480.jpg"`,
      '>a href="/x"<',
    ]) {
      expect(found).toContain(address);
    }
    expect(feed).not.toContain('xml:base');
  });

  it('[9.feed] has the newest 50 documents, of all locales or of one', async () => {
    for (let number = 0; number < 55; number += 1) {
      await site.publish({
        slug: `feed-${number}`,
        publishedAt: new Date(1_700_000_000_000 + number),
      });
    }
    expect(await ids('/feed.xml')).toHaveLength(51);
    expect(await ids('/en/feed.xml')).toHaveLength(51);
    expect(await ids('/ko/feed.xml')).toEqual([
      'https://docs.example.org/ko/feed.xml',
      `urn:uuid:${OLD}`,
    ]);
    for (const path of ['/en/feed.xml', '/ko/feed.xml']) {
      expect(await xmlFaults('atom', await textAt(path))).toEqual([]);
    }
  });

  it('[9.feed] drops a withdrawn document at once', async () => {
    await site.publish({ slug: 'passing', title: 'Passing', publishedAt: new Date() });
    expect(await textAt('/feed.xml')).toContain('Passing');
    await site.withdraw('en', 'passing');
    expect(await textAt('/feed.xml')).not.toContain('Passing');
  });

  it('answers 404 for a locale without documents, and redirects from another spelling of a locale', async () => {
    expect((await site.get('/fr/feed.xml')).status).toBe(404);
    const response = await site.get('/KO/feed.xml');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/ko/feed.xml']);
    expect((await site.get('/nowhere/feed.xml')).headers.get('content-type')).toBe(
      'application/problem+json',
    );
  });

  it('[9.feed-well-formed] is valid XML, even if documents contain control characters and markup', async () => {
    // PostgreSQL stores neither U+0000 nor unpaired surrogates in the JSON of a revision.
    const controls = Array.from({ length: 0x1f }, (_, code) => String.fromCodePoint(code + 1));
    const text = `a${controls.join('')}b\ufffe\uffffc<&>\u{1f600}`;
    await site.publish({
      locale: 'fi',
      slug: 'refused',
      title: text,
      description: text,
      html: `<p>${text}\ud800</p>`,
    });
    const feed = await textAt('/fi/feed.xml');
    expect(await xmlFaults('atom', feed)).toEqual([]);
    expect(feed).toContain('\u{1f600}');
  });

  it('is linked from the lists and from the documents', async () => {
    const link = 'type="application/atom+xml"';
    for (const path of ['/', '/en', '/en/hostile']) expect(await textAt(path)).toContain(link);
  });

  it('[9.feed-of-tag] of a tag has its documents alone, is linked from its page, and changes with them', async () => {
    const tag = `C++ & <b> ${randomUUID()}`;
    const path = `/tags/${encodeURIComponent(tag)}`;
    expect((await site.get(`${path}/feed.xml`)).status).toBe(404);
    await site.publish({ slug: 'tagged', title: 'Tagged', tags: [tag] });
    await site.publish({ slug: 'untagged', title: 'Untagged' });
    const answer = await site.get(`${path}/feed.xml`);
    const feed = await answer.text();
    expect(await xmlFaults('atom', feed)).toEqual([]);
    expect(feed).toContain(
      `<link rel="self" type="application/atom+xml" href="https://docs.example.org${path}/feed.xml"/>`,
    );
    expect(feed.match(/<entry /g)).toHaveLength(1);
    const page = await textAt(path);
    expect(page).toContain(`<a href="${path}/feed.xml"`);
    expect(page).toContain(`href="https://docs.example.org${path}/feed.xml"`);
    const etag = answer.headers.get('etag')!;
    const again = () =>
      site.get(`${path}/feed.xml`, { 'cache-control': 'max-age=0', 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await site.publish({ slug: 'tagged', title: 'Tagged again', version: 2, tags: [tag] });
    expect(await (await again()).text()).toContain('Tagged again');
    await site.withdraw('en', 'tagged');
    expect((await again()).status).toBe(404);
  });
});
