import { afterAll, describe, expect, it } from 'vitest';
import { openSite } from './site-app.js';

const site = await openSite(undefined, {
  SITE_DESCRIPTION: 'What we know about <boats> & tides.',
  IMAGE_ORIGINS: 'https://pictures.example, https://other.example:8443',
  CONTENT_SIGNAL: 'search=yes, ai-train=no',
});
afterAll(() => site.close());

describe('a site with settings', () => {
  it('[11.site-description] has SITE_DESCRIPTION on the start page, and not on the page of a locale', async () => {
    const sentence = 'What we know about &lt;boats&gt; &amp; tides.';
    const start = await (await site.get('/')).text();
    expect(start).toContain(`<p class="about" dir="auto">${sentence}</p>`);
    expect(start).toContain(`<meta name="description" content="${sentence}" />`);
    await site.publish({ slug: 'one' });
    expect(await (await site.get('/en')).text()).not.toContain('boats');
  });

  it('[9.image-origins] allows pictures only of the site itself and of IMAGE_ORIGINS', async () => {
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
