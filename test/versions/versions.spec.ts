import { describe, expect, it } from 'vitest';
import { type AnswerBody } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { readPage } from '../setup/read-page.js';
import { releasedVersions } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();

const publish = async (id: string, expectedVersion: number, more: object = {}) =>
  expectAccepted(await desk.api.publish(id, { expectedVersion, ...more }, WAIT), 202);

/** Releases this many versions of a document. Title and text of a version contain the number of the version. */
const numbered = (versions: number, first: object = {}): Promise<AnswerBody> =>
  releasedVersions(desk, versions, {
    first,
    text: (version) => ({ title: `Number ${version}`, content: `Text ${version}.` }),
  });

const statusOf = async (address: string): Promise<number> =>
  (await fetch(address, { redirect: 'manual' })).status;

describe('a version', () => {
  it('[15.versions] stays at its own address as it was released, and links to the newest version', async () => {
    const { url } = await numbered(2, { tags: ['first'], description: 'Of the first.' });
    const page = await readPage(`${url}@1`);
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Number 1');
    expect(page.text('div.content')).toBe('Text 1.');
    expect(page.text('section.preview')).toContain(
      'Version 1 of this document, as it was released',
    );
    const newest = page.all('a').find(({ attributes }) => attributes['rel'] === 'latest-version');
    expect(newest?.attributes['href']).toBe(new URL(url).pathname);
    const markdown = await (await fetch(`${url}@1.md`)).text();
    expect(markdown).toContain('\ntitle: "Number 1"\ndescription: "Of the first."\n');
    expect(markdown).toMatch(/\n---\n\nText 1\.$/);
    expect((await readPage(url)).text('h1')).toBe('Number 2');
  });

  it('[15.versions] [9.conditional] says that it is outdated as soon as a newer version is public', async () => {
    const { id, url } = await numbered(1);
    const first = await fetch(`${url}@1`);
    expect((await readPage(`${url}@1`)).text('section.preview')).not.toContain('outdated');
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    expect((await readPage(`${url}@1`)).text('section.preview')).not.toContain('outdated');
    await publish(id, 2);
    const headers = { 'If-None-Match': first.headers.get('ETag')! };
    expect((await fetch(`${url}@1`, { headers })).status).toBe(200);
    const page = await readPage(`${url}@1`);
    expect(page.text('section.preview')).toMatch(
      /^This version is outdated\. Version 1 of .* The newest version \(2\) · All versions$/,
    );
    expect((await readPage(`${url}@2`)).text('section.preview')).not.toContain('outdated');
  });

  it('[15.version-links] links to the newest version and to the list of all versions, and is noindex', async () => {
    const { url } = await numbered(1);
    const page = await readPage(`${url}@1`);
    expect(page.meta('robots')).toEqual(['noindex']);
    const hrefs = (rel: string) => page.links(rel).map(({ href }) => href);
    expect(hrefs('canonical')).toEqual([url]);
    expect(hrefs('latest-version')).toEqual([url]);
    expect(hrefs('version-history')).toEqual([`${url}/versions`]);
    for (const form of ['', '.md', '.jws']) {
      const response = await fetch(`${url}@1${form}`);
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
      if (form === '.jws') continue;
      expect(response.headers.get('Link')).toContain(`<${url}>; rel="latest-version"`);
      expect(response.headers.get('Link')).toContain(`<${url}/versions>; rel="version-history"`);
    }
    expect((await readPage(url)).links('version-history')).toHaveLength(1);
  });

  it('[15.version-missing] is 404 if it was never released, and 410 permanently after its document is withdrawn', async () => {
    const { id, url, slug } = await numbered(2);
    expectAccepted(await desk.api.update(id, { expectedVersion: 2, title: 'A draft' }), 200);
    for (const form of ['', '.md', '.jws']) {
      expect(await statusOf(`${url}@3${form}`)).toBe(404);
      expect(await statusOf(`${url}@2147483648${form}`)).toBe(404);
      expect(await statusOf(`${url}@01${form}`)).toBe(404);
    }
    expect(await statusOf(`${url.replace(slug, 'no-such-document')}/versions`)).toBe(404);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const all = ['@1', '@2', '@1.md', '@2.md', '@1.jws', '@2.jws', '/versions'];
    for (const each of all) expect(await statusOf(url + each), each).toBe(410);
    expect(await statusOf(`${url}@3`)).toBe(404);
    await publish(id, 3);
    expect(await statusOf(`${url}@3`)).toBe(200);
    for (const each of ['@1', '@2.md', '@2.jws']) expect(await statusOf(url + each)).toBe(410);
    const list = await readPage(`${url}/versions`);
    expect(list.text('ol')).toMatch(/Version 3 .*Version 2 Withdrawn .*Version 1 Withdrawn /);
  });

  it('[15.version-spelling] has one canonical address, to which other spellings redirect', async () => {
    const { url } = await numbered(1, { locale: 'pt-BR' });
    const path = new URL(url).pathname;
    for (const other of [`${url}@1/`, `${url}%401`, url.replace('pt-BR', 'pt-br') + '@1']) {
      const response = await fetch(other, { redirect: 'manual' });
      expect([response.status, response.headers.get('Location')]).toEqual([301, `${path}@1`]);
    }
    const list = await fetch(`${url}/versions/`, { redirect: 'manual' });
    expect([list.status, list.headers.get('Location')]).toEqual([301, `${path}/versions`]);
  });

  it('[15.version-caching] supports 304, HEAD, brotli and gzip like other pages', async () => {
    const { url } = await numbered(1);
    for (const address of [`${url}@1`, `${url}@1.md`, `${url}@1.jws`, `${url}/versions`]) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const headers = { 'Accept-Encoding': coding };
        const first = await fetch(address, { headers });
        expect(first.headers.get('Content-Encoding') ?? 'identity').toBe(coding);
        expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
        const etag = first.headers.get('ETag')!;
        const again = await fetch(address, { headers: { ...headers, 'If-None-Match': etag } });
        expect(again.status, address).toBe(304);
        const head = await fetch(address, { method: 'HEAD', headers });
        expect([head.status, head.headers.get('ETag')]).toEqual([200, etag]);
        expect(await head.text()).toBe('');
      }
    }
  });

  it('[15.version-unlisted] is in no sitemap, feed, search or list', async () => {
    const { url, slug } = await numbered(2, { title: `Quokka` });
    expect(await statusOf(`${url}@1`)).toBe(200);
    const places = ['/sitemap.xml', '/sitemap-0.xml', '/feed.xml', '/', '/en', '/search?q=quokka'];
    for (const place of places) {
      const text = await (await fetch(desk.url + place)).text();
      expect(text, place).not.toContain(`${slug}@`);
      expect(text, place).not.toContain(`${slug}/versions`);
    }
  });

  it('[15.version-list] is listed under the title of its document, with its date, its approver, the way of approval and what changed', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    await publish(id, 1, { approvedBy: 'Ada <Lovelace>' });
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const { url } = await publish(id, 2);
    const list = await readPage(`${url}/versions`);
    expect(list.all('h2').map(({ text }) => text)).toEqual(['Version 2', 'Version 1']);
    const [, first] = list.all('p.byline');
    expect(first?.text).toMatch(/20\d\d Released by Ada <Lovelace> — as stated by the publisher$/);
    const paragraphs = list.all('p').map(({ text }) => text.trim());
    expect(paragraphs.filter((text) => text.startsWith('Changed'))).toEqual(['Changed: Title']);
    expect(list.meta('robots')).toEqual(['noindex']);
    expect(list.text('h1')).toBe('All versions Second');
    expect(list.text('title')).toMatch(/^Second – All versions – /);
  });
});
