import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';

const html = (markdown: string): string => renderMarkdown(markdown).html;

describe('a link', () => {
  it('says that it leaves the site, if it does', () => {
    const rel = 'rel="nofollow ugc noopener"';
    expect(html('[a](https://x.test/y "t")')).toBe(
      `<p><a href="https://x.test/y" title="t" ${rel}>a</a></p>`,
    );
    expect(html('[a](HTTP://x.test)')).toBe(`<p><a href="http://x.test" ${rel}>a</a></p>`);
    expect(html('[a](//x.test/y)')).toBe(`<p><a href="https://x.test/y" ${rel}>a</a></p>`);
    expect(html('[a](mailto:b@x.test)')).toContain(`href="mailto:b@x.test" ${rel}`);
  });

  it('stays as it is within the site', () => {
    expect(html('[a](/en/other) [b](../c?d=e#f)')).toBe(
      '<p><a href="/en/other">a</a> <a href="../c?d=e#f">b</a></p>',
    );
  });

  it('leaves its words behind where its address is not allowed', () => {
    expect(html('[a *b*](javascript:alert(1)) [c][d]\n\n[d]: ftp://x.test')).toBe(
      '<p>a <em>b</em> c</p>',
    );
  });

  it('is text where its label is defined nowhere', () => {
    expect(html('[a][b] ![c][d]')).toBe('<p>[a][b] ![c][d]</p>');
  });
});

describe('a picture', () => {
  it('loads late and keeps its alternative text', () => {
    const late = 'loading="lazy" decoding="async"';
    expect(html('![a](https://x.test/b.png "t")')).toBe(
      `<p><img src="https://x.test/b.png" alt="a" title="t" ${late}></p>`,
    );
    expect(html('![a][b]\n\n[b]: /c.png')).toBe(`<p><img src="/c.png" alt="a" ${late}></p>`);
    expect(html('![](/c.png)')).toContain('alt=""');
  });

  it('leaves its alternative text behind where its address is not allowed', () => {
    expect(html('![a](http://x.test/b.png) ![c](data:image/png;base64,AA==)')).toBe('<p>a c</p>');
  });
});
