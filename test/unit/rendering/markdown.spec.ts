import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';

const html = (markdown: string): string => renderMarkdown(markdown).html;

describe('CommonMark', () => {
  it('makes paragraphs, emphasis, breaks, lists, quotations, rules and code', () => {
    expect(html('a *b* **c** `d`\\\ne')).toBe(
      '<p>a <em>b</em> <strong>c</strong> <code>d</code><br>\ne</p>',
    );
    expect(html('1. a\n2. b')).toBe('<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
    expect(html('3) a')).toBe('<ol start="3">\n<li>a</li>\n</ol>');
    expect(html('- a\n\n- b')).toBe('<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>');
    expect(html('- a\n- b\n  - c')).toBe(
      '<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>',
    );
    expect(html('> a\n\n---')).toBe('<blockquote>\n<p>a</p>\n</blockquote>\n<hr>');
    expect(html('    a < b')).toBe('<pre tabindex="0"><code>a &#x3C; b\n</code></pre>');
  });

  it('gives the same document for the same text, whatever was rendered in between', () => {
    const markdown = '# a\n\n# a\n\nb[^1]\n\n[^1]: c';
    const first = renderMarkdown(markdown);
    renderMarkdown('# a\n\n[^1]: d');
    expect(renderMarkdown(markdown)).toEqual(first);
  });

  it('renders a text without words to nothing', () => {
    expect(renderMarkdown('\n\n')).toEqual({ html: '', headings: [], text: '' });
  });
});

describe('GFM', () => {
  it('puts a table into a box that scrolls by keyboard and is named by its columns', () => {
    expect(html('| a | **b** |\n|:-:|---|\n| c |')).toBe(
      '<div class="table-scroll" role="region" aria-label="a, b" tabindex="0"><table>\n' +
        '<thead>\n<tr>\n<th class="align-center">a</th>\n<th><strong>b</strong></th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td class="align-center">c</td>\n<td></td>\n</tr>\n</tbody>\n</table></div>',
    );
  });

  it('names a table without column titles a table', () => {
    expect(html('| | |\n|---|---|\n| a | b |')).toContain('aria-label="Table"');
  });

  it('breaks a line in a cell where <br> stands', () => {
    expect(html('| a |\n|---|\n| b<br>c<BR/>d |')).toContain('<td>b<br>c<br>d</td>');
  });

  it('shows tasks as boxes that cannot be ticked and say what they are', () => {
    expect(html('- [ ] a\n- [x] b')).toBe(
      '<ul class="contains-task-list">\n' +
        '<li class="task-list-item"><input type="checkbox" disabled aria-label="Incomplete task"> a</li>\n' +
        '<li class="task-list-item"><input type="checkbox" checked disabled aria-label="Completed task"> b</li>\n' +
        '</ul>',
    );
    expect(html('- [x] a\n\n- [ ] b').match(/aria-label/g)).toHaveLength(2);
  });

  it('strikes through', () => {
    expect(html('~~a~~')).toBe('<p><del>a</del></p>');
  });

  it('links bare addresses, those in square brackets and after Korean too', () => {
    const link = '<a href="https://a.test/b" rel="nofollow ugc noopener">https://a.test/b</a>';
    expect(html('https://a.test/b.')).toBe(`<p>${link}.</p>`);
    expect(html('[see https://a.test/b]')).toBe(`<p>[see ${link}]</p>`);
    expect(html('참고:https://a.test/b')).toBe(`<p>참고:${link}</p>`);
    expect(html('"www.a.test"')).toContain('<a href="http://www.a.test"');
    expect(html('a@b.test')).toContain('<a href="mailto:a@b.test"');
  });

  it('leads from the text to a footnote and back', () => {
    expect(html('a[^x] b[^x]\n\n[^x]: c')).toBe(
      '<p>a<sup><a href="#f-fn-x" id="f-fnref-x" data-footnote-ref aria-describedby="footnote-label">1</a></sup>' +
        ' b<sup><a href="#f-fn-x" id="f-fnref-x-2" data-footnote-ref aria-describedby="footnote-label">1</a></sup></p>\n' +
        '<section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2>\n' +
        '<ol>\n<li id="f-fn-x">\n<p>c <a href="#f-fnref-x" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref">↩</a>' +
        ' <a href="#f-fnref-x-2" data-footnote-backref="" aria-label="Back to reference 1-2" class="data-footnote-backref">↩<sup>2</sup></a></p>\n' +
        '</li>\n</ol>\n</section>',
    );
  });
});

describe('HTML in Markdown', () => {
  it('shows as text, so that no sentence inside it is lost', () => {
    expect(html('a <kbd>b</kbd>')).toBe('<p>a &#x3C;kbd>b&#x3C;/kbd></p>');
    expect(html('<details>\nb\n</details>')).toBe(
      '<pre tabindex="0"><code>&#x3C;details>\nb\n&#x3C;/details>\n</code></pre>',
    );
  });

  it('does not show where it is a comment, but shows what stands beside one', () => {
    expect(html('a<!-- b -->\n\n<!--\nc\n-->')).toBe('<p>a</p>');
    expect(html('<!-- a --> b <!-- c -->')).toContain('b');
  });
});
