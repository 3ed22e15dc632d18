import { describe, expect, it } from 'vitest';
import { Html, html, xml } from '../../../src/site/html/html.js';

describe('html', () => {
  it('escapes values in texts and attributes', () => {
    const hostile = `"><script>alert('1')</script>&amp;`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
    );
  });

  it('inserts templates and sanitised HTML unchanged, and lists item by item', () => {
    const items = ['<', 'b'].map((item) => html`<i>${item}</i>`);
    expect(html`<b>${items}${new Html('<i>c</i>')}</b>`.text).toBe(
      '<b><i>&lt;</i><i>b</i><i>c</i></b>',
    );
    expect(html`${['<a>', ['&', html`<br />`]]}`.text).toBe('&lt;a&gt;&amp;<br />');
  });

  it('inserts numbers, and inserts nothing for undefined and false', () => {
    expect(html`${0}${undefined}${false}${''}`.text).toBe('0');
  });
});

describe('xml', () => {
  it('leaves out characters that XML 1.0 forbids, in texts and in inserted HTML', () => {
    const refused = '\u0001\u0008\u000B\u000C\u000E\u001F\uFFFE\uFFFF';
    const entry = xml`<a b="1${refused}">2${refused}${new Html(`<i>3${refused}</i>`)}</a>`;
    expect(entry.text).not.toMatch(new RegExp(`[${refused}]`));
    expect(entry.text).toMatch(/^<a b="1.*">2.*<i>3.*<\/i><\/a>$/);
  });
});
