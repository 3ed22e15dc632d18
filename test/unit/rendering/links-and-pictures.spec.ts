import { describe, expect, it } from 'vitest';
import { picturesIn } from '../../../src/rendering/pictures.js';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import { html, REL, render } from './render.js';

const all = (markdown: string) =>
  renderMarkdown({ title: 'T', markdown, imageOrigins: ['*'] }).html;

describe('a link', () => {
  it('has rel="nofollow ugc noopener"', () => {
    expect(html('[a](https://x.test/y "t")')).toBe(
      `<p><a href="https://x.test/y" title="t" ${REL}>a</a></p>`,
    );
    expect(html('[a](HTTP://x.test)')).toBe(`<p><a href="http://x.test" ${REL}>a</a></p>`);
    expect(html('[a](//x.test/y)')).toBe(`<p><a href="https://x.test/y" ${REL}>a</a></p>`);
    expect(html('[a](mailto:b@x.test)')).toContain(`href="mailto:b@x.test" ${REL}`);
  });

  it('has the same rel if it stays within the site, and its relative address is kept', () => {
    expect(html('[a](/en/other) [b](../c?d=e#f) [g]\n\n[g]: h')).toBe(
      `<p><a href="/en/other" ${REL}>a</a> <a href="../c?d=e#f" ${REL}>b</a> <a href="h" ${REL}>g</a></p>`,
    );
    expect(html('[a](#Part)')).toBe(`<p><a href="#s-part" ${REL}>a</a></p>`);
  });

  it('is replaced by its words if its address is not allowed', () => {
    expect(html('[a *b*](javascript:alert(1)) [c][d]\n\n[d]: ftp://x.test')).toBe(
      '<p>a <em>b</em> c</p>',
    );
  });
});

describe('a picture', () => {
  const late = 'loading="lazy" decoding="async"';
  const place = '<span class="picture-place" lang="en">(picture on x.test)</span>';

  it.each([
    `picture:${'a'.repeat(63)}`,
    `picture:${'a'.repeat(64)}?w=1`,
    `PICTURE:${'a'.repeat(64)}`,
    `picture:${'a'.repeat(64)}`,
  ])(
    '[14.picture-shown] whose name is wrong or unknown is its description or, without one, its name: %s',
    (name) => {
      expect(html(`![a *b*](${name}) <img src="${name}" alt=c>`)).toMatch(/^<p>a b\s+c\s+<\/p>$/);
      expect(html(`![](${name})`)).toBe(`<p>${name}</p>`);
      expect(html(`![](${name} "t")`)).toBe(`<p>${name}</p>`);
      expect(render(`![](${name})`).text).toBe(name);
    },
  );

  it('[14.named] may be named in HTML, and keeps its size whatever that is', () => {
    const sha256 = 'a'.repeat(64);
    const markdown = `<img src="picture:${sha256}" alt="A line">\n\n<div><img src="picture:${'b'.repeat(64)}"></div>`;
    expect(picturesIn(markdown)).toEqual([
      { sha256, isDescribed: true },
      { sha256: 'b'.repeat(64), isDescribed: false },
    ]);
    const picture = { sha256, extension: 'png', width: 50_000_000, height: 1, widths: [480] };
    const page = renderMarkdown({ title: 'T', markdown, imageOrigins: [], pictures: [picture] });
    expect(page.html).toContain('width="50000000" height="1"');
  });

  it('[9.image-origins] of the site, or of an origin that the operator allowed, is shown and loads lazily', () => {
    expect(html('![a *b*](https://pictures.test/b.png "t")')).toBe(
      `<p><img src="https://pictures.test/b.png" alt="a b" title="t" ${late}></p>`,
    );
    expect(html('![a][b]\n\n[b]: /c.png')).toBe(`<p><img src="/c.png" alt="a" ${late}></p>`);
    expect(html('![](/c.png)')).toContain('alt=""');
  });

  it('[9.image-origins] of any other origin becomes a link with its alternative text and its host', () => {
    expect(html('![a](https://x.test/b.png "t")')).toBe(
      `<p><a class="picture" href="https://x.test/b.png" ${REL}>a ${place}</a></p>`,
    );
    expect(html('![](http://x.test/b.png)')).toBe(
      `<p><a class="picture" href="http://x.test/b.png" ${REL}>${place}</a></p>`,
    );
    expect(html('[![a](//x.test/b.png)](https://y.test) ![c](//x.test)')).toBe(
      `<p><a href="https://y.test" ${REL}>a ${place}</a> ` +
        `<a class="picture" href="https://x.test/" ${REL}>c ${place}</a></p>`,
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
