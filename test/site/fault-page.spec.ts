import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseLink } from '../setup/database-link.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { type Service, startService } from '../setup/service.js';
import { openSite } from './site-app.js';

let database: FreshDatabase;
let link: DatabaseLink;
let service: Service;

beforeAll(async () => {
  database = await freshDatabase();
  link = await DatabaseLink.to(database.url);
  service = await startService({ databaseUrl: link.url, env: { ROLE: 'api' } });
  await link.cut();
});
afterAll(async () => {
  await service.stop();
  await link.cut();
  await database.drop();
});

const get = (path: string, method = 'GET'): Promise<Response> =>
  fetch(service.url + path, { method, redirect: 'manual' });

describe('when a query of the site fails', () => {
  it('[9.fault-page] a reader gets a page that blames the site, and does not reveal the cause', async () => {
    const site = await openSite();
    await sql(site.databaseUrl, 'ALTER TABLE released_tag RENAME TO elsewhere');
    const response = await site.get('/tags/a');
    const page = await response.text();
    await site.close();
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('retry-after')).toBe(false);
    expect(page).toContain('The fault is with the site.');
    expect(page).not.toMatch(/released_tag|SELECT|relation/);
  });
});

const ask = (Accept: string): Promise<Response> =>
  fetch(`${service.url}/a/b/c`, { headers: { Accept } });

describe('while the database is unreachable', () => {
  it.each(['/', '/en', '/tags/a', '/en/a', '/en/a.md', '/search?q=a'])(
    '[9.fault-page] a reader of %s gets a page that says that the site cannot answer',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toContain('The site cannot answer now.');
    },
  );

  it('[9.fault-page] a reader of an unknown address gets this page, and a program a problem', async () => {
    const page = await ask('text/html');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    expect(await page.text()).toContain('The site cannot answer now.');
    expect((await ask('*/*')).headers.get('content-type')).toBe('application/problem+json');
  });

  it.each([
    '/feed.xml',
    '/en/feed.xml',
    '/sitemap.xml',
    '/sitemap-0.xml',
    '/llms.txt',
    '/search.json?q=a',
  ])('a program that reads %s gets a problem', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('HEAD gets 503 without a body', async () => {
    const response = await get('/en/a', 'HEAD');
    expect([response.status, await response.text()]).toEqual([503, '']);
  });

  it('files that need no database are served', async () => {
    expect((await get('/robots.txt')).status).toBe(200);
    expect((await get('/..%2Fx')).status).toBe(404);
    const page = await (await get('/en/a')).text();
    const [, style] = /href="(\/assets\/[^"]+\.css)"/.exec(page)!;
    expect((await get(style!)).status).toBe(200);
  });

  it('[9.fault-page] the site answers 200 again once the database is back', async () => {
    await link.mend();
    await expect.poll(async () => (await get('/')).status).toBe(200);
    await link.cut();
  });
});
