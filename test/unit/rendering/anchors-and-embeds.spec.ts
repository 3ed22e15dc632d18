import { describe, expect, it } from 'vitest';
import { html, REL, render } from './render.js';

describe('a target of links', () => {
  it.each([
    'a <a id="Here"></a>b',
    'a <a name="Here">b</a>',
    '<a id="Here"></a>\n\nb',
    '<h2 id="Here">b</h2>',
    '<div id="Here">\n\nb\n\n</div>',
    '<details id="Here"><summary>a</summary>b</details>',
    '<ul id="Here"><li>b</ul>',
    '<table id="Here"><tr><td>b</table>',
    '<table><tr><td id="Here">b</table>',
    'a <span id="Here">b</span>',
    'a <kbd id="Here">b</kbd>',
    '> # b {#Here}',
    '- # b {#Here}',
    '> ## Here!',
    '- > Here\n  > ====',
  ])('[9.anchors] is the id of an element: %j', (markdown) => {
    const page = html(`[c](#Here)\n\n${markdown}`);
    expect(page).toContain('<a href="#s-here" rel=');
    expect(page.match(/ id="[^"]*"/g)).toEqual([' id="s-here"']);
    expect(page).not.toMatch(/<summary>.*<summary>|<ul[^>]*><span|<details[^>]*><span/s);
  });

  it('[9.anchors] has an id that no section and no other target has', () => {
    expect(html('<a id="a"></a><b id="a">x</b>').match(/id="s-a"/g)).toHaveLength(1);
    expect(html('<a id="one"></a>\n\n# One')).toBe(
      '<h2 id="s-one">One<a class="anchor" href="#s-one" aria-hidden="true" tabindex="-1"></a></h2>',
    );
    expect(html('<a id="one"></a>\n\n# One\n\na').startsWith('<h2')).toBe(true);
    expect(html('> # One\n>\n> # Two\n>\n> # Two\n\n# One').match(/<\w+ id="[^"]*"/g)).toEqual([
      '<span id="s-two"',
      '<h2 id="s-one"',
    ]);
    expect(render('<a id="top"></a>\n\n# One\n\na', 'One').html).toBe(
      '<span id="s-top"></span><p>a</p>',
    );
  });

  it('[9.anchors] is the beginning of the page for #top, unless the document has this target', () => {
    expect(html('[up](#top) <a href="#TOP">up</a>')).toBe(
      `<p><a href="#top" ${REL}>up</a> <a href="#top" ${REL}>up</a></p>`,
    );
    for (const target of ['# Top', '<a id="top"></a>', '> # Top']) {
      expect(html(`[up](#top)\n\n${target}`)).toContain('<a href="#s-top"');
    }
    expect(render('# Top\n\n[up](#top)', 'Top').html).toContain('<a href="#s-top"');
  });

  it.each([
    '<a id="">b</a>',
    '<a id="a b">b</a>',
    '<p id>b</p>',
    '<table><tr id="a"><td>b</table>',
  ])('is left out if it cannot be one: %j', (markdown) => {
    expect(html(markdown)).not.toContain('id="');
  });
});

const link = (title: string, href = 'https://a.test/b?c&amp;d'): string =>
  `<a href="${href}" ${REL}>${title}</a>`;

describe('an embedded document or recording', () => {
  it.each([
    '<iframe src="https://a.test/b?c&d" title="The film"></iframe>',
    '<iframe src="https://a.test/b?c&amp;d" title="The film">old browsers</iframe>',
    '<video src="https://a.test/b?c&d" title="The film"></video>',
    '<video controls title="The film">\n<source src="https://a.test/b?c&d">\n<source src="/e"></video>',
    '<audio title="The film"><source src="https://a.test/b?c&d"></audio>',
    '<object data="https://a.test/b?c&d" title="The film"></object>',
    '<embed src="https://a.test/b?c&d" aria-label="The film">',
  ])('[9.embeds] becomes a link to its source: %j', (markdown) => {
    for (const text of [
      markdown,
      `so ${markdown}`,
      `<div>${markdown}</div>`,
      `- ${markdown.replaceAll('\n', '\n  ')}`,
    ]) {
      expect(html(text)).toContain(link('The film'));
      expect(html(text).match(/<a /g)).toHaveLength(1);
      expect(html(text)).not.toMatch(/old browsers|<(?:iframe|video|audio|object|embed|source)/);
    }
  });

  it('[9.embeds] without a title is named by its address', () => {
    expect(html('<iframe src="https://a.test/b?c&d"></iframe>')).toContain(
      link('https://a.test/b?c&amp;d'),
    );
    expect(html('<video src="/a.mp4"></video>')).toContain(link('/a.mp4', '/a.mp4'));
    expect(render('a<iframe src="/b" title="c"></iframe>d').text).toBe('a c d');
  });

  it.each([
    '<iframe src="javascript:alert(1)" title="a"></iframe>',
    '<object data="data:text/html,x" title="a"></object>',
    '<iframe srcdoc="x"></iframe>',
    '<video></video>',
    '<source src="/a">',
    '<picture><source src="/a"></picture>',
  ])('without an address of the web is left out: %j', (markdown) => {
    expect(html(markdown)).not.toContain('<a ');
  });
});

describe('a picture that cannot be shown', () => {
  it.each([
    '<img src="data:image/png;base64,AAAA">',
    '![](data:image/png;base64,AAAA)',
    'a <img src="x:y">',
  ])('[9.embeds] leaves a trace without a text: %j', (markdown) => {
    expect(html(markdown)).toContain('<span class="picture-place" lang="en">(picture)</span>');
    expect(render(markdown).text).not.toContain('picture');
  });
});
