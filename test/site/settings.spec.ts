import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPage } from '../setup/read-page.js';
import { openSite } from './site-app.js';

const site = await openSite(undefined, {
  SITE_NAME: 'The Lighthouse & Co',
  SITE_DESCRIPTION: 'What we know about <boats> & tides.',
  IMAGE_ORIGINS: 'https://pictures.example, https://other.example:8443',
  CONTENT_SIGNAL: 'search=yes, ai-train=no',
});
afterAll(() => site.close());

const logo = join(tmpdir(), `logo-${process.pid}.svg`);
writeFileSync(
  logo,
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
);

describe('the look of a site', () => {
  it('[11.site-logo] [11.site-accent] [11.site-footer] is on its pages and in their ETags, and changes no policy', async () => {
    await site.publish({ slug: 'looked' });
    const own = await openSite(site, {
      IMAGE_ORIGINS: 'https://pictures.example, https://other.example:8443',
      SITE_LOGO: logo,
      SITE_ACCENT: '#a01020',
      SITE_FOOTER: 'By <us>. [Imprint](/en/imprint)',
    });
    const [plain, page] = await Promise.all([site.get('/en/looked'), own.get('/en/looked')]);
    const html = await page.text();
    const [, href] = /<img\s+src="(\/assets\/logo\.[0-9a-f]{16}\.svg)"/.exec(html)!;
    const [, sheet] = /href="(\/assets\/site\.[0-9a-f]{16}\.css)"/.exec(html)!;
    expect(html).toContain('By &lt;us&gt;. <a href="/en/imprint">Imprint</a>');
    for (const path of ['/', '/en', '/search', '/en/nowhere']) {
      expect(await (await own.get(path)).text()).toContain(href);
    }
    expect(page.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const policy = 'content-security-policy';
    expect(page.headers.get(policy)).toBe(plain.headers.get(policy));
    const [picture, style] = await Promise.all([own.get(href!), own.get(sheet!)]);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(picture.headers.get(policy)).toContain("sandbox; default-src 'none'");
    expect(await style.text()).toContain('--link: #a01020;');
    expect((await site.get(href!)).status).toBe(404);
    await own.close();
  });
});

describe('a site with settings', () => {
  it('[11.site-name] has SITE_NAME on its pages', async () => {
    await site.publish({ slug: 'named', title: 'Named' });
    const page = await readPage(`${site.url}/en/named`);
    expect(page.text('title')).toBe('Named – The Lighthouse & Co');
    expect(page.meta('og:site_name')).toEqual(['The Lighthouse & Co']);
    for (const path of ['/en/named', '/search?q=x']) {
      expect((await readPage(site.url + path)).text('a.site-name')).toBe('The Lighthouse & Co');
    }
  });

  it('[11.site-description] has SITE_DESCRIPTION on the start page, and in no other page or list', async () => {
    const sentence = 'What we know about &lt;boats&gt; &amp; tides.';
    const start = await (await site.get('/')).text();
    expect(start).toContain(`<p class="about" dir="auto">${sentence}</p>`);
    expect(start).toContain(`<meta name="description" content="${sentence}" />`);
    await site.publish({ slug: 'one' });
    const others = [
      '/en',
      '/en/one',
      '/tags/greeting',
      '/search?q=hello',
      '/feed.xml',
      '/llms.txt',
    ];
    for (const path of others) {
      const other = await site.get(path);
      expect(other.status).toBe(200);
      expect(await other.text()).not.toContain('boats');
    }
  });

  it('[9.image-origins] allows pictures only from the site itself and from IMAGE_ORIGINS', async () => {
    await site.publish({ slug: 'one' });
    const policy = (await site.get('/en/one')).headers.get('content-security-policy');
    expect(policy).toContain(
      "img-src 'self' data: https://pictures.example https://other.example:8443;",
    );
  });

  it('[9.content-signal] states CONTENT_SIGNAL in robots.txt', async () => {
    expect(await (await site.get('/robots.txt')).text()).toContain(
      'User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /api/\n',
    );
  });
});
