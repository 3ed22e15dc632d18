import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import { render } from './render.js';

const html = (markdown: string): string => render(markdown).html;

const all = (markdown: string) =>
  renderMarkdown({ title: 'T', markdown, imageOrigins: ['*'] }).html;

describe('a link', () => {
  const rel = 'rel="nofollow ugc noopener"';

  it('has rel="nofollow ugc noopener"', () => {
    expect(html('[a](https://x.test/y "t")')).toBe(
      `<p><a href="https://x.test/y" title="t" ${rel}>a</a></p>`,
    );
    expect(html('[a](HTTP://x.test)')).toBe(`<p><a href="http://x.test" ${rel}>a</a></p>`);
    expect(html('[a](//x.test/y)')).toBe(`<p><a href="https://x.test/y" ${rel}>a</a></p>`);
    expect(html('[a](mailto:b@x.test)')).toContain(`href="mailto:b@x.test" ${rel}`);
  });

  it('has the same rel if it stays within the site, and its relative address is kept', () => {
    expect(html('[a](/en/other) [b](../c?d=e#f) [g]\n\n[g]: h')).toBe(
      `<p><a href="/en/other" ${rel}>a</a> <a href="../c?d=e#f" ${rel}>b</a> <a href="h" ${rel}>g</a></p>`,
    );
    expect(html('[a](#Part)')).toBe(`<p><a href="#s-part" ${rel}>a</a></p>`);
  });

  it('has no rel if the service made it, for a heading or a footnote', () => {
    expect(html('# Part\n\nText.[^1]\n\n[^1]: Note.')).not.toContain('rel=');
  });

  it('is replaced by its words if its address is not allowed', () => {
    expect(html('[a *b*](javascript:alert(1)) [c][d]\n\n[d]: ftp://x.test')).toBe(
      '<p>a <em>b</em> c</p>',
    );
  });

  it('stays text if its label is not defined', () => {
    expect(html('[a][b] ![c][d]')).toBe('<p>[a][b] ![c][d]</p>');
  });
});

describe('a picture', () => {
  const late = 'loading="lazy" decoding="async"';
  const rel = 'rel="nofollow ugc noopener"';
  const place = '<span class="picture-place" lang="en">(picture on x.test)</span>';

  it('[9.image-origins] of the site, or of an origin that the operator allowed, is shown and loads lazily', () => {
    expect(html('![a *b*](https://pictures.test/b.png "t")')).toBe(
      `<p><img src="https://pictures.test/b.png" alt="a b" title="t" ${late}></p>`,
    );
    expect(html('![a][b]\n\n[b]: /c.png')).toBe(`<p><img src="/c.png" alt="a" ${late}></p>`);
    expect(html('![](/c.png)')).toContain('alt=""');
  });

  it('[9.image-origins] of any other origin becomes a link with its alternative text and its host', () => {
    expect(html('![a](https://x.test/b.png "t")')).toBe(
      `<p><a class="picture" href="https://x.test/b.png" ${rel}>a ${place}</a></p>`,
    );
    expect(html('![](http://x.test/b.png)')).toBe(
      `<p><a class="picture" href="http://x.test/b.png" ${rel}>${place}</a></p>`,
    );
    expect(html('[![a](//x.test/b.png)](https://y.test) ![c](//x.test)')).toBe(
      `<p><a href="https://y.test" ${rel}>a ${place}</a> ` +
        `<a class="picture" href="https://x.test/" ${rel}>c ${place}</a></p>`,
    );
    expect(render('![a](https://x.test/b.png)').text).toBe('a');
  });

  it('[9.image-origins] of any https origin is shown if the operator allowed all origins', () => {
    expect(all('![a](https://x.test/b.png)')).toContain('<img src="https://x.test/b.png"');
    expect(all('![a](http://x.test/b.png)')).not.toContain('<img');
  });

  it('is replaced by its alternative text if its address is not allowed', () => {
    expect(html('![a](ftp://x.test/b.png) ![c](data:image/png;base64,AA==)')).toBe('<p>a c</p>');
  });
});
