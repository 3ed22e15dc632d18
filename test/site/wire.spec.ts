import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdown } from '../../bench/documents.js';
import type { ServiceRequest } from '../../src/platform/http/service-request.js';
import { renderMarkdown } from '../../src/rendering/render-markdown.js';
import { DatabaseLink } from '../setup/database-link.js';
import { sql } from '../setup/sql.js';
import { openSite, type SiteApp } from './site-app.js';

interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

const TEXT = `<p>${'What is said here is said again. '.repeat(200)}</p>`;

let site: SiteApp;

beforeAll(async () => {
  site = await openSite();
  await site.publish({ locale: 'en', slug: 'one', html: TEXT, markdown: TEXT, tags: ['a'] });
  await site.keep('en', 'one');
});
afterAll(() => site.close());

/** Returns a response, with the bytes of the body as they were sent. `fetch` would decompress the body. */
const wire = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> =>
  new Promise((resolve, reject) => {
    get(site.url + path, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Wire['headers'],
          body: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });

/** Returns a response before its body is read. */
const begin = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(site.url + path, resolve).on('error', reject);
  });

const unpacked = ({ headers, body }: Wire): string => {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
};

const text = async (path: string): Promise<string> =>
  unpacked(await wire(path, { 'accept-encoding': 'br' }));

const since = (path: string, date: string): Promise<Wire> =>
  wire(path, { 'if-modified-since': date });

const PATHS = [
  '/en/one',
  '/en/one.md',
  '/',
  '/en',
  '/tags/a',
  '/feed.xml',
  '/sitemap.xml',
  '/sitemap-0.xml',
  '/robots.txt',
  '/llms.txt',
  '/search?q=said',
  '/search.json?q=said',
  '/search.json?q=unsaid',
];

describe('a response of the site', () => {
  it.each(PATHS)(
    '[9.compressed] has the same text uncompressed and compressed by brotli or gzip: %s',
    async (path) => {
      const plain = await wire(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const coding of ['br', 'gzip']) {
        const packed = await wire(path, { 'accept-encoding': coding });
        expect(packed.headers['vary']).toContain('Accept-Encoding');
        expect(unpacked(packed)).toBe(unpacked(plain));
        expect(packed.headers['content-encoding']).toBe(coding);
        // Compression saves few bytes of a short text, and adds some bytes of its own. A short response may therefore
        // become longer.
        expect(packed.body.length).toBeLessThan(Math.max(plain.body.length, 600));
        const { etag } = packed.headers;
        if (etag !== undefined) expect(etag).not.toBe(plain.headers['etag']);
      }
    },
  );

  it('[9.compressed] for the style sheet is compressed', async () => {
    const page = unpacked(await wire('/en/one'));
    const href = /href="(\/assets\/[^"]+)"/.exec(page)![1]!;
    const style = await wire(href, { 'accept-encoding': 'gzip, br' });
    expect(style.headers['content-encoding']).toBe('br');
    expect(unpacked(style)).toContain('.content');
  });

  it('[9.weight] with a document of 4 KiB of Markdown takes less than 14 KiB, including style sheet and header fields', async () => {
    const document = { title: 'T', markdown: markdown(), imageOrigins: [] };
    const { html, headings } = renderMarkdown(document);
    await site.publish({ slug: 'typical', html, headings: [...headings] });
    let bytes = 0;
    const page = await wire('/en/typical', { 'accept-encoding': 'gzip' });
    const [, style] = /href="(\/assets\/[^"]+)"/.exec(unpacked(page))!;
    for (const answer of [page, await wire(style!, { 'accept-encoding': 'gzip' })]) {
      bytes += answer.body.length + JSON.stringify(answer.headers).length;
    }
    expect(bytes).toBeLessThan(14 * 1024);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['BR', 'br'],
    ['', undefined],
  ])(
    '[9.compressed] follows the quality values of the Accept-Encoding %j',
    async (header, coding) => {
      const { headers } = await wire('/en/one', { 'accept-encoding': header });
      expect(headers['content-encoding']).toBe(coding);
    },
  );

  it('[9.compressed] is the whole long page for a client that accepts no coding', async () => {
    const long = TEXT.repeat(20);
    await site.publish({ locale: 'en', slug: 'long', html: long, markdown: long });
    const { headers, body } = await wire('/en/long.md');
    expect(headers['content-length']).toBe(String(body.length));
    expect(body.toString()).toBe(await text('/en/long.md'));
    expect(body.toString()).toContain(long);
    await site.withdraw('en', 'long');
  });

  describe('for a page that is too long to be held in memory', () => {
    const LONG = '<p>A line of a long page, which no other line repeats: $.</p>\n';
    // This page is far larger than the amount of data that sockets buffer while nobody reads.
    const html = Array.from({ length: 100_000 }, (_, n) => LONG.replace('$', String(n))).join('');
    const path = '/en/long-page';

    beforeAll(async () => {
      await site.publish({ locale: 'en', slug: 'long-page', html });
      await site.keep('en', 'long-page');
    });
    afterAll(() => site.withdraw('en', 'long-page'));

    it('[9.compressed] has the same header fields and no body for HEAD, and the status 304 for a known ETag', async () => {
      const { headers, body } = await wire(path);
      expect(headers['content-length']).toBe(String(body.length));
      const head = await wire(path, {}, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' });
      for (const method of ['GET', 'HEAD']) {
        const known = await wire(path, { 'if-none-match': headers['etag']! }, method);
        expect([known.status, known.body.length]).toEqual([304, 0]);
      }
    });

    it('[9.conditional] reads no body from the database for HEAD and for 304', async () => {
      const { etag, 'last-modified': date } = (await wire(path)).headers;
      const link = await DatabaseLink.to(site.databaseUrl);
      const other = await openSite({ ...site, databaseUrl: link.url });
      const read = async (method: string, headers: Record<string, string>): Promise<number> => {
        const before = link.received;
        const answer = await fetch(other.url + path, { method, headers });
        await answer.arrayBuffer();
        expect(answer.status).toBe(method === 'GET' && !('none' in headers) ? 304 : 200);
        return link.received - before;
      };
      const identity = { 'accept-encoding': 'identity' };
      expect(await read('HEAD', { ...identity, none: '' })).toBeLessThan(4_000);
      expect(await read('HEAD', { 'accept-encoding': 'br' })).toBeLessThan(4_000);
      expect(await read('GET', { ...identity, 'if-none-match': etag! })).toBeLessThan(4_000);
      expect(await read('GET', { ...identity, 'if-modified-since': date! })).toBeLessThan(4_000);
      expect(
        await read('GET', { ...identity, none: '', 'if-none-match': '"another"' }),
      ).toBeGreaterThan(100_000);
      await other.close();
      await link.cut();
    });

    it('ends without an error if the reader closes the connection early', async () => {
      const server = site.server;
      for (let reader = 0; reader < 5; reader += 1) {
        const [begun, answered] = await Promise.all([once(server, 'request'), begin(path)]);
        const [request, response] = begun as [ServiceRequest, ServerResponse];
        answered.destroy();
        await once(response, 'close');
        await nextRound();
        expect(response.writableFinished).toBe(false);
        expect(request.refusal).toBeUndefined();
      }
      expect(unpacked(await wire(path))).toContain(LONG.replace('$', '99999'));
    });

    it('is aborted if the stored page is damaged, and the next reader gets an answer', async () => {
      await sql(
        site.databaseUrl,
        `UPDATE kept_page SET page_gzip = substr(page_gzip, 1, 40000) || '\\x00000000000ffff0'
          WHERE slug = 'long-page'`,
      );
      const other = await openSite(site);
      await expect(
        other.get(path, { 'accept-encoding': 'identity' }).then((found) => found.text()),
      ).rejects.toThrow('terminated');
      expect((await other.get('/en/one')).status).toBe(200);
      await other.close();
    });
  });

  it('[9.compressed] [9.conditional] has an ETag for each coding, has the status 304 for this ETag, and has the same ETag and length for HEAD', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': coding };
      const { headers, body } = await wire('/en/one', asked);
      const head = await wire('/en/one', asked, 'HEAD');
      expect(head.body).toHaveLength(0);
      expect(head.headers['etag']).toBe(headers['etag']);
      expect(head.headers['content-length']).toBe(String(body.length));
      const kept = await wire('/en/one', { ...asked, 'if-none-match': headers['etag']! });
      expect([kept.status, kept.body.length, kept.headers['vary']]).toEqual([
        304,
        0,
        'Accept-Encoding',
      ]);
      const other = coding === 'br' ? 'gzip' : 'br';
      const changed = { 'accept-encoding': other, 'if-none-match': headers['etag']! };
      expect((await wire('/en/one', changed)).status).toBe(200);
    }
  });

  it('[9.compressed] is the page that was compressed at release, not compressed again', async () => {
    await site.publish({ slug: 'kept', html: TEXT });
    await site.keep('en', 'kept');
    const [row] = await sql<{ page: Buffer; tag: string }>(
      site.databaseUrl,
      `SELECT page_br AS page, page_tag AS tag FROM kept_page WHERE slug = 'kept'`,
    );
    const { headers, body } = await wire('/en/kept', { 'accept-encoding': 'br' });
    expect(body.equals(row!.page)).toBe(true);
    expect(headers['etag']).toBe(`"${row!.tag}-br"`);
  });

  it('[9.visible-at-once] [9.compressed] is never a stored page with old text, old translation links or old settings', async () => {
    const document = { slug: 'moved', accountId: randomUUID() };
    await site.publish({ ...document, html: '<p>Old.</p>' });
    await site.keep('en', 'moved');
    expect(await text('/en/moved')).toContain('Old.');
    await site.publish({ ...document, html: '<p>New.</p>', version: 2 });
    expect(await text('/en/moved')).toContain('New.');

    await site.keep('en', 'moved');
    expect(await text('/en/moved')).not.toContain('hreflang="ko"');
    await site.publish({ ...document, locale: 'ko' });
    expect(await text('/en/moved')).toContain('hreflang="ko"');

    await sql(site.databaseUrl, `UPDATE kept_page SET made_by = 'other' WHERE slug = 'moved'`);
    const other = await openSite(site, { SITE_NAME: 'Renamed' });
    await site.keep('en', 'moved');
    const renamed = await (await other.get('/en/moved')).text();
    expect(renamed).toContain('Renamed');
    await other.close();
  });

  it('is not stored for a withdrawn document', async () => {
    await site.publish({ slug: 'gone', html: '<p>Secret.</p>' });
    await site.keep('en', 'gone');
    await site.withdraw('en', 'gone');
    await site.keep('en', 'gone');
    expect(await sql(site.databaseUrl, `SELECT FROM kept_page WHERE slug = 'gone'`)).toEqual([]);
  });
});

describe('a cache that revalidates by date', () => {
  it('[9.conditional] gets the new page, even if it was released within the same second', async () => {
    const document = {
      slug: 'quick',
      accountId: randomUUID(),
      publishedAt: new Date('2026-05-01T10:00:00.100Z'),
    };
    await site.publish(document);
    const first = (await wire('/en/quick')).headers['last-modified']!;
    expect((await since('/en/quick', first)).status).toBe(304);
    for (let version = 2; version < 5; version += 1) {
      await site.publish({ ...document, version });
      expect((await since('/en/quick', first)).status).toBe(200);
      expect((await since('/en/quick.md', first)).status).toBe(200);
    }
    const before = (await wire('/en/quick')).headers['last-modified']!;
    await site.publish({ ...document, locale: 'ko', publicationId: randomUUID() });
    expect((await since('/en/quick', before)).status).toBe(200);
    const last = (await wire('/en/quick')).headers['last-modified']!;
    expect((await since('/en/quick', last)).status).toBe(304);
  });

  it('[9.conditional] gets the page again if a translation was withdrawn within the same second', async () => {
    const document = { slug: 'halved', accountId: randomUUID() };
    const longAgo = new Date('2026-05-01T10:00:00Z');
    await site.publish({ ...document, locale: 'ko', publishedAt: longAgo });
    await sleep(1_000 - (Date.now() % 1_000));
    const publishedAt = new Date();
    await site.publish({ ...document, publicationId: randomUUID(), publishedAt });
    const before = (await wire('/en/halved')).headers['last-modified']!;
    await site.withdraw('ko', 'halved');
    expect((await since('/en/halved', before)).status).toBe(200);
  });

  it.each(['/', '/en', '/tags/now', '/feed.xml', '/en/feed.xml', '/sitemap-0.xml', '/llms.txt'])(
    '[9.conditional] gets the new list, even if it changed within the same second: %s',
    async (path) => {
      await site.publish({ slug: 'now-1', tags: ['now'], publishedAt: new Date() });
      const first = (await wire(path)).headers['last-modified'];
      await site.publish({ slug: 'now-2', tags: ['now'], publishedAt: new Date() });
      expect((await since(path, first!)).status).toBe(200);
    },
  );
});
