import { describe, expect, it } from 'vitest';
import { html, render } from './render.js';

describe('the rendering of CommonMark', () => {
  it('gives the same result for the same text, even after another text', () => {
    const markdown = '# a\n\n# a\n\nb[^1]\n\n[^1]: c';
    const first = render(markdown);
    render('# a\n\n[^1]: d');
    expect(render(markdown)).toEqual(first);
  });

  it('returns an empty result for a text without words', () => {
    expect(render('\n\n')).toEqual({ html: '', headings: [], text: '' });
  });
});

describe('the rendering of GFM', () => {
  it('puts a table into a box that is scrollable by keyboard and labelled with its columns', () => {
    expect(html('| a | **b** |\n|:-:|---|\n| c |')).toBe(
      '<div class="table-scroll" role="region" tabindex="0" aria-label="a, b"><table>\n' +
        '<thead>\n<tr>\n<th class="align-center">a</th>\n<th><strong>b</strong></th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td class="align-center">c</td>\n<td></td>\n</tr>\n</tbody>\n</table></div>',
    );
  });

  it('gives a table without column titles the label Table', () => {
    expect(html('| | |\n|---|---|\n| a | b |')).toContain('aria-label="Table"');
  });

  it('breaks a line in a cell at <br>', () => {
    expect(html('| a |\n|---|\n| b<br>c<BR/>d |')).toContain('<td>b<br>c<br>d</td>');
  });

  it('shows tasks as disabled checkboxes with labels', () => {
    expect(html('- [ ] a\n- [x] b')).toBe(
      '<ul class="contains-task-list">\n' +
        '<li class="task-list-item"><input type="checkbox" disabled="" aria-label="Incomplete task"> a</li>\n' +
        '<li class="task-list-item"><input type="checkbox" checked="" disabled="" aria-label="Completed task"> b</li>\n' +
        '</ul>',
    );
    expect(html('- [x] a\n\n- [ ] b').match(/aria-label/g)).toHaveLength(2);
  });

  it('links the text to a footnote and back', () => {
    expect(html('a[^x] b[^x]\n\n[^x]: c')).toBe(
      '<p>a<sup><a href="#f-fn-1" id="f-fnref-1" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup>' +
        ' b<sup><a href="#f-fn-1" id="f-fnref-1-2" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup></p>\n' +
        '<section data-footnotes="" class="footnotes"><h2 class="sr-only" id="footnote-label" lang="en">Footnotes</h2>\n' +
        '<ol>\n<li id="f-fn-1">\n<p>c <a href="#f-fnref-1" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref">↩</a>' +
        ' <a href="#f-fnref-1-2" data-footnote-backref="" aria-label="Back to reference 1-2" class="data-footnote-backref">↩<sup>2</sup></a></p>\n' +
        '</li>\n</ol>\n</section>',
    );
  });
});

describe('a footnote', () => {
  it.each([
    ['a continued line', '[^1]: one\nmore\n[^2]: two\n'],
    ['a list', '[^1]: - one\n      - more\n[^2]: two\n'],
    ['a quotation', '[^1]: > one\n[^2]: two\n'],
    ['a table', '[^1]: | one |\n    |---|\n    | more |\n[^2]: two\n'],
  ])('[9.footnotes] may be defined right after another one with %s', (_, definitions) => {
    const shown = html(`a[^1] b[^2]\n\n${definitions}`);
    expect(shown.match(/<li id="f-fn-\d">/g)).toHaveLength(2);
    expect(shown).toContain('<li id="f-fn-2">\n<p>two ');
    expect(shown).not.toContain('[^');
  });

  it('[9.footnotes] may be defined in another footnote', () => {
    const shown = html('a[^1]\n\n[^2]: b\n\n    [^1]: two\n');
    expect(shown).toContain('<li id="f-fn-1">\n<p>two ');
    expect(shown).not.toContain('[^');
  });

  it('[9.footnotes] cannot be defined inside a code block', () => {
    for (const text of ['    [^1]: b', '```\n[^1]: b\n```']) {
      expect(html(text)).toContain('[^1]: b');
    }
  });
});

describe('HTML in Markdown', () => {
  it('[9.html-subset] is kept if it is harmless', () => {
    expect(html('a <kbd lang="de" id="x" onclick="y">b</kbd> H<sub>2</sub>O <br/> c')).toBe(
      '<p>a <kbd lang="de"><span id="s-x"></span>b</kbd> H<sub>2</sub>O <br> c</p>',
    );
    expect(html('<details open>\n<summary>a <b>c</b></summary>\n\n*d*\n\n</details>\n\ne')).toBe(
      '<details open="">\n<summary>a <b>c</b></summary>\n<p><em>d</em></p>\n</details>\n<p>e</p>',
    );
    expect(html('<abbr title="a &quot;b&quot;" dir=rtl>c</abbr>')).toBe(
      '<p><abbr title="a &quot;b&quot;" dir="rtl">c</abbr></p>',
    );
  });

  it.each(
    (
      'details summary sub sup kbd samp var mark ins del s small abbr q cite dl dt dd p div span b ' +
      'i strong em ruby rt rp'
    ).split(' '),
  )('[9.html-subset] may be <%s>', (name) => {
    expect(html(`a <${name}>b</${name}> c`)).toContain(`<${name}>b</${name}>`);
  });

  it('[9.html-subset] loses disallowed tags and keeps their text, but drops scripts and styles', () => {
    expect(html('a <font>b</font> <script>c</script> <style>d</style> e')).toBe('<p>a b     e</p>');
    expect(html('<section>\na\n</section>')).toBe('<div>\na\n</div>');
    expect(html('<style>\na\n\nb\n</style>\n\nc')).toBe('<p>c</p>');
    expect(html('A <script> tag and more')).toBe('<p>A   tag and more</p>');
  });

  it.each([
    '<Listing number="1">\n\n```rust\nx\n```\n\n</Listing>',
    '<div><pre>\n\n```js\n1\n```\n\n</pre></div>',
  ])('[9.html-subset] has no block of code within a block of code: %j', (markdown) =>
    expect(render(markdown).html).not.toMatch(/<pre[^>]*>(?:(?!<\/pre>)[^])*<pre/),
  );

  it('ends with the paragraph, quotation or list item in which it began', () => {
    expect(html('a <b>b <i>c\n\nd')).toBe('<p>a <b>b <i>c</i></b></p>\n<p>d</p>');
    expect(html('> <div>\n> a\n\nb</div>')).toBe(
      '<blockquote>\n<div>\na\n</div></blockquote>\n<p>b </p>',
    );
    expect(html('- <div>\n  a\n\nb</div>')).toBe(
      '<ul>\n<li>\n<div>\na\n</div></li>\n</ul>\n<p>b </p>',
    );
  });

  it('is dropped if it is a comment, and leaves a target of links if it is an empty anchor', () => {
    expect(html('a<!-- b -->\n\n<!--\nc\n-->')).toBe('<p>a</p>');
    expect(html('<!-- a --> b <!-- c -->')).toBe('b');
    expect(html('<a id="x"></a>\n\na')).toBe('<span id="s-x"></span><p>a</p>');
  });
});

describe('a formula', () => {
  it('[9.formulas] is rendered as MathML in a line, as a block and in a fence', () => {
    expect(html('a $x^2$ b')).toMatch(/^<p>a <math><msup>.*<\/math> b<\/p>$/);
    expect(html('$$\nx\n=\ny\n$$')).toMatch(
      /^<div class="formula" tabindex="0"><math display="block"/,
    );
    expect(html('```math\nx\n```')).toMatch(
      /^<div class="formula" tabindex="0"><math display="block"/,
    );
    expect(html('a $$x$$ b')).toContain('<math display="block"');
  });

  it('does not extend into a code span, and may contain backticks', () => {
    expect(html('costs $6, `$HOME` and $x$')).toMatch(
      /^<p>costs \$6, <code>\$HOME<\/code> and <math>/,
    );
    expect(html("so $\\text{`a'}$ it is")).toMatch(/^<p>so <math>.*<\/math> it is/);
  });

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://evil.test/x.png}`,
    String.raw`\class{sr-only}{x}`,
    String.raw`see \ref{eq1}`,
    String.raw`a \eqref{x}`,
    String.raw`\style{color:red}{x}`,
    String.raw`\def\a{\a\a}\a`,
    String.raw`\newcommand{\a}{x}\a`,
    String.raw`\unknown`,
    String.raw`\frac{`,
  ])('[9.formulas] is shown as TeX source if it is %s', (tex) => {
    const page = html(`a $${tex}$ b`);
    expect(page).toContain('<code class="formula">');
    expect(page).not.toContain('<math');
  });
});

describe('the first heading', () => {
  it('[9.title-once] is not shown if it repeats the title; its id is kept for the title', () => {
    const { html: body, headings } = render('# My *Title*\n\n## a\n\nb', 'My  title');
    expect(body).toMatch(/^<h2 id="s-a">/);
    expect(headings).toEqual([
      { depth: 1, id: 's-my-title', text: 'My  title' },
      { depth: 2, id: 's-a', text: 'a' },
    ]);
    expect(render('<!-- c -->\n\nTitle\n=====\n\nb', 'Title').html).toBe('<p>b</p>');
  });

  it.each([
    ['# How `foo` works', 'How `foo` works'],
    ['How  `foo` works\n===', 'How `foo` works'],
    ['# 2*3*4 ##', '2*3*4'],
    ['# a &amp; b', 'a &amp; b'],
  ])('[9.title-once] is not shown if its source equals the title: %s', (heading, title) => {
    const { html: body, headings } = render(`${heading}\n\nb`, title);
    expect(body).toBe('<p>b</p>');
    expect(headings).toEqual([{ depth: 1, id: expect.any(String), text: title }]);
  });

  it('[9.title-once] is shown if it differs from the title or does not come first', () => {
    expect(render('# Titles', 'Title').html).toContain('<h2');
    expect(render('a\n\n# Title', 'Title').html).toContain('<h2');
    expect(render('> # Title', 'Title').html).toContain('<h2');
  });

  it('[9.title-once] is shown if it has a footnote or a picture, which the title cannot show', () => {
    expect(render('# Title[^1]\n\n[^1]: note', 'Title').html).toContain('id="f-fnref-1"');
    expect(render('# ![Title](/a.png)', 'Title').html).toContain('<h2');
  });
});

describe('a diagram', () => {
  it('[9.mermaid] is shown as code with a caption', () => {
    expect(html('```mermaid\ngraph TD\n```')).toBe(
      '<figure class="diagram"><figcaption lang="en">Diagram (Mermaid source)</figcaption>' +
        '<pre tabindex="0"><code>graph TD\n</code></pre>\n</figure>',
    );
  });
});
