import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../setup/sql.js';
import { openSite } from './site-app.js';

/** The `Accept` header of a browser that loads a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const site = await openSite();

afterAll(() => site.close());

describe('the page of a document', () => {
  it('shows the released text, without a key and without cookies [9.page] [9.no-key-no-cookies]', async () => {
    await site.publish({ slug: 'shown' });
    const response = await site.get('/en/shown');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(await response.text()).toContain('<p>Good <em>morning</em>.</p>');
  });

  it('forbids scripts, frames and the styles of other sites [9.csp]', async () => {
    await site.publish({ slug: 'guarded' });
    const { headers } = await site.get('/en/guarded');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('links to its Markdown, in the Link header too [9.markdown-link-header] [9.markdown-linked]', async () => {
    await site.publish({ slug: 'linked' });
    const page = await site.get('/en/linked');
    expect(page.headers.get('link')).toBe(
      '<https://docs.example.org/en/linked.md>; rel="alternate"; type="text/markdown"',
    );
    expect(await page.text()).toMatch(
      /rel="alternate"\s+type="text\/markdown"[^>]+href="https:\/\/docs.example.org\/en\/linked.md"/,
    );
  });

  it('has an address under PUBLIC_BASE_URL, and ignores X-Forwarded-* [9.host-independent]', async () => {
    await site.publish({ slug: 'hosted' });
    const plain = await (await site.get('/en/hosted')).text();
    const forwarded = await site.get('/en/hosted', {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    });
    expect(await forwarded.text()).toBe(plain);
    expect(plain).toContain('<link rel="canonical" href="https://docs.example.org/en/hosted" />');
  });

  it('is HTML even for a client that accepts only Markdown [9.no-accept-negotiation]', async () => {
    await site.publish({ slug: 'same' });
    const response = await site.get('/en/same', { accept: 'text/markdown' });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('loads a style sheet that caches may keep for a year, unless its address is that of an old one', async () => {
    await site.publish({ slug: 'styled' });
    const page = await (await site.get('/en/styled')).text();
    for (const [address, caching] of [
      [/href="(\/assets\/[^"]+\.css)"/.exec(page)![1]!, 'public, max-age=31536000, immutable'],
      ['/assets/site.0123456789abcdef.css', 'no-store'],
    ] as const) {
      const { status, headers } = await site.get(address);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
      expect(headers.get('cache-control')).toBe(caching);
    }
  });
});

describe('the Markdown of a document', () => {
  it('has front matter, and a policy that forbids scripts [9.markdown] [9.markdown-headers]', async () => {
    await site.publish({ slug: 'plain' });
    const response = await site.get('/en/plain.md');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('link')).toBe(
      '<https://docs.example.org/en/plain>; rel="canonical"',
    );
    expect(await response.text()).toMatch(/^---\nlocale: "en"\n.*\n---\n\nGood \*morning\*\.\n$/s);
  });
});

describe('an address without a document', () => {
  it.each(['/en/nothing', '/en/nothing.md', '/en/feed.txt', '/en/a%2Fb', '/en/%00', '/en/..%2F..'])(
    'answers 404 with a page: %s [9.no-store]',
    async (path) => {
      const response = await site.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toContain('There is no document at this address.');
    },
  );

  it.each(['/api/v1', '/mcp/x', '/health/x', '/docs/errors', '/docs', '/openapi.json'])(
    'answers 404 with a problem if it is outside the site: %s',
    async (path) => {
      const response = await site.get(path, BROWSER);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  describe.each([
    ['that no route matches', ['/en/a/b', '/tags/a/b', '/nowhere', '/favicon.ico', '/apis']],
    ['with an invalid percent-encoding', ['/en/%zz', '/en/%ED%A0%80', '/%zz/a', '/tags/%E4%B8']],
  ])('%s', (_what, paths) => {
    it.each(paths)('answers a browser with a page and 404: %s [9.no-store]', async (path) => {
      const response = await site.get(path, BROWSER);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toContain('There is no document at this address.');
    });

    it.each(paths)('answers a program with a problem and 404: %s [9.no-store]', async (path) => {
      const response = await site.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    });
  });

  it('answers 410 after a withdrawal, and shows nothing of the document [9.withdrawn-410]', async () => {
    await site.publish({ slug: 'gone', title: 'Secret title' });
    await site.withdraw('en', 'gone');
    for (const path of ['/en/gone', '/en/gone.md', '/EN/Gone']) {
      const response = await site.get(path);
      expect(response.status).toBe(410);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).not.toContain('Secret');
    }
  });

  it('does not show the earlier release date when a withdrawn document is released again', async () => {
    await site.publish({ slug: 'back', publishedAt: new Date('2026-01-01T00:00:00.000Z') });
    await site.withdraw('en', 'back');
    await site.publish({ slug: 'back', publishedAt: new Date('2026-03-03T00:00:00.000Z') });
    const response = await site.get('/en/back');
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('2026-01-01');
  });
});

describe('another spelling of an address', () => {
  it.each([
    ['/EN/Spelt', '/en/spelt'],
    ['/en/spelt/', '/en/spelt'],
    ['/en/%EF%BD%93pelt.md', '/en/spelt.md'],
    ['/EN/spelt?next=https://evil.example', '/en/spelt'],
    ['/%45N/spelt', '/en/spelt'],
  ])('redirects from %s to %s', async (path, canonical) => {
    await site.publish({ slug: 'spelt' });
    const response = await site.get(path);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(canonical);
  });

  it('is not redirected if there is no document', async () => {
    expect((await site.get('/EN/Nothing')).status).toBe(404);
  });

  it.each([
    ['/en/getting-started-guide', 'en', 'getting started guide'],
    ['/ar/دليل-البدء.md', 'ar', 'دليل البدء'],
    ['/en/intro@3', 'en', 'intro'],
    ['/manual/Guide/set_up.html', 'en', 'manual Guide set up'],
    ['/old/set-up', 'en', 'old set up'],
    ['/old/set-up@2', 'en', 'old set up'],
    ['/de/erste-schritte', 'en', 'de erste schritte'],
    ['/en/%00%E2%80%AE%3Cb%3E%22x', 'en', 'b x'],
    [`/en/${'x'.repeat(900)}`, 'en', 'x'.repeat(200)],
  ])('[9.not-found-search] %s offers a search, in %s, for: %s', async (path, locale, q) => {
    await site.publish({ locale: 'ar' });
    const answer = await site.get(encodeURI(decodeURI(path)), { Accept: 'text/html' });
    const page = await answer.text();
    expect(answer.status).toBe(404);
    expect(page).toContain(`<html lang="${locale}"`);
    expect(page).toContain(`href="/search?${new URLSearchParams({ q }).toString()}"`);
    expect(page).toContain(`value="${q}"`);
  });

  it('[9.not-found-search] has no search at a withdrawn document, or without words', async () => {
    await site.publish({ slug: 'was-here' });
    await site.withdraw('en', 'was-here');
    for (const path of ['/en/was-here', '/en/---']) {
      expect(await (await site.get(path)).text()).not.toContain('/search?q=');
    }
  });
});

describe('when a query of the site fails', () => {
  it('[9.fault-page] a reader gets a page that blames the site, and does not reveal the cause', async () => {
    await sql(site.databaseUrl, 'ALTER TABLE released_tag RENAME TO elsewhere');
    const response = await site.get('/tags/a');
    const page = await response.text();
    await sql(site.databaseUrl, 'ALTER TABLE elsewhere RENAME TO released_tag');
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('retry-after')).toBe(false);
    expect(page).toContain('The fault is with the site.');
    expect(page).not.toMatch(/released_tag|SELECT|relation/);
  });
});
