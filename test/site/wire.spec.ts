import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdown } from '../../bench/documents.js';
import { renderMarkdown } from '../../src/rendering/render-markdown.js';
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

const unpacked = ({ headers, body }: Wire): string => {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
};

const text = async (path: string): Promise<string> =>
  unpacked(await wire(path, { 'accept-encoding': 'br' }));

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
    '[9.compressed] has the same text uncompressed and compressed by brotli or gzip, and no body for HEAD: %s',
    async (path) => {
      const plain = await wire(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const head = await wire(path, {}, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers['etag']).toBe(plain.headers['etag']);
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
      for (const tags of [`"other", W/${headers['etag']}`, '*']) {
        expect((await wire('/en/one', { ...asked, 'if-none-match': tags })).status).toBe(304);
      }
    }
  });

  it('[9.conditional] is never a 304 for a page with old settings', async () => {
    await site.publish({ slug: 'moved' });
    const { etag } = (await wire('/en/moved')).headers;
    const other = await openSite(site, { SITE_NAME: 'Renamed' });
    const renamed = await other.get('/en/moved', {
      'cache-control': 'max-age=0',
      'if-none-match': etag!,
    });
    expect([renamed.status, (await renamed.text()).includes('Renamed')]).toEqual([200, true]);
    await other.close();
  });
});

describe('a cache that revalidates', () => {
  it('[9.conditional] gets the new page, even if it was released within the same second', async () => {
    const document = {
      slug: 'quick',
      accountId: randomUUID(),
      publishedAt: new Date('2026-05-01T10:00:00.100Z'),
    };
    await site.publish(document);
    const { etag, 'cache-control': caching } = (await wire('/en/quick')).headers;
    expect(caching).toBe('public, max-age=0, must-revalidate');
    const again = (path: string): Promise<Wire> => wire(path, { 'if-none-match': etag! });
    expect((await again('/en/quick')).status).toBe(304);
    await site.publish({ ...document, version: 2 });
    expect((await again('/en/quick')).status).toBe(200);
    expect((await again('/en/quick.md')).status).toBe(200);
  });

  it.each(['/', '/en', '/tags/now', '/feed.xml', '/en/feed.xml', '/sitemap-0.xml', '/llms.txt'])(
    '[9.conditional] gets the new list, even if it changed within the same second: %s',
    async (path) => {
      await site.publish({ slug: 'now-1', tags: ['now'], publishedAt: new Date() });
      const { headers } = await wire(path);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      const known = { 'if-none-match': headers['etag']! };
      expect((await wire(path, known)).status).toBe(304);
      await site.publish({
        slug: `now-${path}`,
        title: path,
        tags: ['now'],
        publishedAt: new Date(),
      });
      expect((await wire(path, known)).status).toBe(200);
    },
  );

  it.each(PATHS)('[9.conditional] gets neither a date nor a 304 by date: %s', async (path) => {
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const { status, headers } = await wire(path, { 'if-modified-since': tomorrow });
    expect([status, headers['last-modified']]).toEqual([200, undefined]);
  });
});
