import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../setup/sql.js';
import { xmlFaults } from '../setup/xml.js';
import { openSite } from './site-app.js';

const BASE = 'https://docs.example.org';

const site = await openSite();
afterAll(() => site.close());

const textAt = async (path: string): Promise<string> => (await site.get(path)).text();
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
const parts = async (): Promise<string[]> =>
  addressesIn(await textAt('/sitemap.xml')).map((address) => address.replace(BASE, ''));

describe('the sitemap', () => {
  it('[9.sitemap] has no part while nothing is published', async () => {
    const index = await textAt('/sitemap.xml');
    expect(await xmlFaults('sitemap', index)).toEqual([]);
    expect(await parts()).toEqual([]);
    expect((await site.get('/sitemap-0.xml')).status).toBe(404);
  });

  it('[9.sitemap] lists each document once, with the time of its last change', async () => {
    await site.publish({ slug: 'one', publishedAt: new Date('2026-01-01T00:00:00.000Z') });
    await site.publish({ locale: 'ko', slug: '문서' });
    await site.publish({
      slug: 'one',
      version: 2,
      publishedAt: new Date('2026-02-02T02:02:02.222Z'),
    });
    const response = await site.get('/sitemap-0.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const part = await response.text();
    expect(await xmlFaults('sitemap', part)).toEqual([]);
    expect(addressesIn(part).toSorted()).toEqual([
      `${BASE}/en/one`,
      `${BASE}/ko/${encodeURIComponent('문서')}`,
    ]);
    expect(part).toContain(`<loc>${BASE}/en/one</loc><lastmod>2026-02-02T02:02:02.222Z</lastmod>`);
    expect(await textAt('/sitemap.xml')).toContain(
      `<loc>${BASE}/sitemap-0.xml</loc><lastmod>2026-11-21T09:00:00.000Z</lastmod>`,
    );
  });

  it('keeps a document in the same part when it is released again', async () => {
    const place = async (): Promise<unknown> => {
      const [row] = await sql(
        site.databaseUrl,
        `SELECT last_value, (SELECT sitemap_part FROM page WHERE slug = 'one')
           FROM sitemap_address_seq`,
      );
      return row;
    };
    const before = await place();
    for (let version = 4; version <= 9; version += 1) await site.publish({ slug: 'one', version });
    await site.withdraw('en', 'one');
    await site.publish({ slug: 'one', version: 10, publishedAt: new Date('2026-02-02T02:02:02Z') });
    expect(await place()).toEqual(before);
  });

  it('[9.sitemap] no longer lists a withdrawn document', async () => {
    await site.publish({ slug: 'passing' });
    expect(await textAt('/sitemap-0.xml')).toContain('/en/passing<');
    await site.withdraw('en', 'passing');
    expect(await textAt('/sitemap-0.xml')).not.toContain('passing');
  });

  it('[9.conditional] [9.stated-dates] is sent again if only a stated date changed', async () => {
    const tag = async () => (await site.get('/sitemap-0.xml')).headers.get('etag');
    const before = await tag();
    expect(await tag()).toBe(before);
    const date = `UPDATE page SET stated_updated_at = '2020-06-08' WHERE slug = 'one'`;
    await sql(site.databaseUrl, date);
    expect(await textAt('/sitemap-0.xml')).toContain('/en/one</loc><lastmod>2020-06-08T');
    expect(await tag()).not.toBe(before);
  });

  it('[9.conditional] is sent again if the address of the site changed', async () => {
    const moved = await openSite(site, { PUBLIC_BASE_URL: 'https://moved.example.org' });
    const { headers } = await site.get('/sitemap-0.xml');
    const known = { 'cache-control': 'max-age=0', 'if-none-match': headers.get('etag')! };
    expect((await site.get('/sitemap-0.xml', known)).status).toBe(304);
    const answer = await moved.get('/sitemap-0.xml', known);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<loc>https://moved.example.org/en/one<');
    await moved.close();
  });

  it.each(['/sitemap-1.xml', '/sitemap-00.xml', '/sitemap-x.xml', '/sitemap-99999999999.xml'])(
    'answers 404 for a part that does not exist: %s',
    async (path) => {
      expect((await site.get(path)).status).toBe(404);
    },
  );

  it('[9.sitemap] is divided into parts of at most 50,000 addresses and 50 MB', async () => {
    const count = 2_500;
    await sql(
      site.databaseUrl,
      `INSERT INTO page
              (locale, slug, publication_id, account_id, version, first_published_at, published_at)
       SELECT 'en', $1 || number, gen_random_uuid(), gen_random_uuid(), 1, now(), now()
         FROM generate_series(1, $2) AS number`,
      ['한'.repeat(115), count],
    );
    const found: string[] = [];
    for (const path of await parts()) {
      const part = await textAt(path);
      const addresses = addressesIn(part);
      expect(addresses.length).toBeLessThanOrEqual(50_000);
      expect(Buffer.byteLength(part)).toBeLessThan(50_000_000);
      found.push(...addresses);
    }
    expect((await parts()).length).toBeGreaterThan(1);
    expect(found).toHaveLength(count + 2);
    expect(new Set(found).size).toBe(count + 2);
    expect(await xmlFaults('sitemap', await textAt('/sitemap-2.xml'))).toEqual([]);
  });

  it('[9.robots] is named in robots.txt, which excludes the API and the search', async () => {
    const response = await site.get('/robots.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      `User-agent: *\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${BASE}/sitemap.xml\n`,
    );
  });
});
