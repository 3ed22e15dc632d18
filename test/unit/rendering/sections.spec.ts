import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headings } from '../../../src/rendering/headings.js';
import { parsePage } from './parsed-page.js';
import { render } from './render.js';

const PIECES = [
  '# One\n',
  '## Two *words*\n',
  '### `code` and $x^2$\n',
  'Setext\n===\n',
  'a\nb\n---\n',
  '# One\n',
  '# One {#two}\n',
  '## Two {#One.1}\n',
  '### {#x}\n',
  '> # quoted {#two}\n',
  '  ## indented #\n',
  '    # code\n',
  '> # quoted\n',
  '- # listed\n',
  '1. a\n\n   # in an item\n',
  '[^1]: # in a footnote\n',
  'text[^1]\n',
  '# with a [link][a] and [^1]\n',
  '[a]: /x "t"\n',
  '# <b>bold</b> &amp; <script>x</script> y\n',
  '<div>\n# no heading\n</div>\n',
  '<details>\n\n',
  '</details>\n\n',
  '```\n# fenced\n```\n',
  '~~~\n# open fence\n',
  '| # a |\n|---|\n',
  '$$\n# formula\n$$\n',
  '####### seven\n',
  '#\n',
  '# 문서 😀 https://a.test/%20b www.b.test\n',
  '# ![picture](x) <br> end\n',
  '# \\# escaped\\\n',
  '\n',
  '\r\n',
  '\r',
  '\t',
];

/** Returns the ids of the headings on a page, in order. */
const anchors = (html: string): string[] =>
  parsePage(html)
    .elements.filter(({ tag, attributes }) => /^h[1-6]$/.test(tag) && attributes['id'])
    .map(({ attributes }) => attributes['id']!)
    .filter((id) => id !== 'footnote-label');

describe('the sections of a document', () => {
  it('[1.section] are exactly those whose headings have an id on the page', () => {
    const documents = array(constantFrom(...PIECES), { minLength: 1, maxLength: 25 });
    assert(
      property(documents, (pieces) => {
        const content = pieces.join('');
        const ids = headings(content).map(({ id }) => id);
        expect(ids).toEqual(anchors(render(content).html));
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });

  it('[1.section] extend to the next heading of the same or a higher level, in characters', () => {
    const content = 'a 😀\n\n## b\n\n😀\n\n### c\r\nd\r\n## e\n\n> ## f\n\n# g';
    const characters = Array.from(content);
    const found = headings(content).map(({ level, title, offset, length }) => ({
      level,
      title,
      text: characters.slice(offset, offset + length).join(''),
    }));
    expect(found).toEqual([
      { level: 2, title: 'b', text: '## b\n\n😀\n\n### c\r\nd\r\n' },
      { level: 3, title: 'c', text: '### c\r\nd\r\n' },
      { level: 2, title: 'e', text: '## e\n\n> ## f\n\n' },
      { level: 1, title: 'g', text: '# g' },
    ]);
  });

  it('[1.section] have ids and titles of bounded length, even for a long heading', () => {
    const content = `# ${'😀말'.repeat(5_000)}\n\n`.repeat(2);
    const found = headings(content);
    expect(found.map(({ id }) => id)).toEqual(anchors(render(content).html));
    expect(found.map(({ title }) => title)).toEqual(['😀말'.repeat(100), '😀말'.repeat(100)]);
  });

  it('[1.section] [2.content-markdown] are found after a byte order mark, which belongs to the first one', () => {
    const content = '\ufeff# A\n\n# B';
    expect(headings(content)).toMatchObject([
      { title: 'A', offset: 0, length: 6 },
      { title: 'B', offset: 6 },
    ]);
    expect(render(content, 'A').headings.map(({ text }) => text)).toEqual(['A', 'B']);
    expect(render(content, 'A').html).not.toContain('A');
  });

  it('[1.section] include the section of the first heading, even if the page shows this heading as its title', () => {
    expect(headings('# Title\n\n## a').map(({ id }) => id)).toEqual(['s-title', 's-a']);
    expect(render('# Title\n\n## a', 'Title').headings.map(({ id }) => id)).toEqual([
      's-title',
      's-a',
    ]);
  });
});
