import { afterAll, describe, expect, it } from 'vitest';
import { openSite } from './site-app.js';

const site = await openSite(undefined, {
  SITE_DESCRIPTION: 'What we know about <boats> & tides.',
  IMAGE_ORIGINS: 'https://pictures.example, https://other.example:8443',
  CONTENT_SIGNAL: 'search=yes, ai-train=no',
});
afterAll(() => site.close());

describe('a site with settings', () => {
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
