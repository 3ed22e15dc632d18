import { describe, expect, it } from 'vitest';
import { headings as sectionsOf } from '../../../src/rendering/headings.js';
import { render } from './render.js';

const ids = (markdown: string): string[] => render(markdown).headings.map((heading) => heading.id);

/** Returns the addresses of the links on the page of a document with the title “T”, decoded. */
const linksIn = (markdown: string): string[] =>
  Array.from(render(markdown, 'T').html.matchAll(/<a href="([^"]+)"/g), ([, href]) =>
    decodeURIComponent(href!),
  );

describe('headings', () => {
  it('are rendered one level lower than in the Markdown, but never below h6', () => {
    const { html, headings } = render('# a\n\n## b\n\n##### c\n\n###### d');
    expect(html.match(/<h\d/g)).toEqual(['<h2', '<h3', '<h6', '<h6']);
    expect(headings.map(({ depth }) => depth)).toEqual([2, 3, 6, 6]);
  });

  it('have an id made of their text, with a prefix that prevents a clash with names of the page', () => {
    expect(ids('# Rules for *slugs*, `v2`!')).toEqual(['s-rules-for-slugs-v2']);
    expect(ids('# cookie')).toEqual(['s-cookie']);
  });

  it('have a link to themselves that is hidden from screen readers', () => {
    expect(render('## *Some* words').html).toBe(
      '<h2 id="s-some-words"><em>Some</em> words<a class="anchor" href="#s-some-words" ' +
        'aria-hidden="true" tabindex="-1"></a></h2>',
    );
  });

  it('have an id in any script', () => {
    expect(ids('# 문서 게시\n\n# 日本語の見出し\n\n# Ünïcödé')).toEqual([
      's-문서-게시',
      's-日本語の見出し',
      's-ünïcödé',
    ]);
  });

  it('have numbered ids if they repeat, so that every id is unique', () => {
    expect(ids('# a\n\n# a\n\n# a-1\n\n# a')).toEqual(['s-a', 's-a-1', 's-a-1-1', 's-a-2']);
    expect(new Set(ids('# __proto__\n\n# __proto__\n\n# !\n\n# ?')).size).toBe(4);
  });

  it('[1.section] have a short id, made only from the words of the heading itself', () => {
    const long = 'What the committee decided about the budget of the second quarter of this year';
    const [alone] = ids(`# ${long}`);
    expect(alone).toMatch(/^s-what-the-committee-decided-about-the-budget-of-the-[0-9a-f]{8}$/);
    expect(ids(`# ${long} and the next\n\n# ${long}`)[1]).toBe(alone);
    const [first, again] = ids(`# ${long}\n\n# ${long}`);
    expect([first, again === first]).toEqual([alone, false]);
    expect(ids(`# ${'語'.repeat(200)}`)[0]).toHaveLength(62);
    const taken = alone!.slice(2);
    expect(new Set(ids(`# ${long}\n\n# ${taken}\n\n# ${taken}`)).size).toBe(3);
  });

  it.each([
    [
      'their words, without the prefix of the ids',
      '# 문서 게시\n\n[a](#문서-게시) [b][c] [d](#)\n\n[c]: #Quick-Start',
      ['#s-문서-게시', '#s-quick-start', '#'],
    ],
    [
      'capitals of any script',
      '# Über uns\n\n# Привет\n\n[a](#Über-uns) [b](#ПРИВЕТ) [c](#%C3%9Cber-uns)',
      ['#s-über-uns', '#s-привет', '#s-über-uns'],
    ],
    [
      'their ids, even the heading that the title replaces',
      '# T\n\n[a](#s-t) [b](#s-문서-게시) [c](#s-sum) [d](#s-none)\n\n## 문서 게시\n\n## S sum\n\n## Sum\n',
      ['#s-t', '#s-문서-게시', '#s-s-sum', '#s-s-none'],
    ],
  ])('[1.section] can be linked by %s', (_, markdown, links) => {
    expect(linksIn(markdown)).toEqual(links);
  });

  it('[1.section] can be linked by all their words, even if their ids are shortened', () => {
    const long = 'Wie der Ausschuß über den Haushalt des zweiten Vierteljahres entschieden hat';
    const all = long.toLowerCase().replaceAll(' ', '-');
    const [id] = ids(`# ${long}`);
    const links = linksIn(`# ${long}\n\n[a](#${all}) [b](#s-${all})`);
    expect(links).toEqual([`#${id}`, `#${id}`]);
  });

  it('[1.section] have the id that is written at their end, which is not their text', () => {
    const written =
      '# Setup {#Install.v2}\n\nOther words {: #b_c:d .wide data-x="y" }\n---\n\n# Props {/* all.Props */}\n';
    const { html, headings: found, text } = render(`${written}\n[a](#Install.v2)`);
    expect(found.map(({ id, text: title }) => [id, title])).toEqual([
      ['s-install.v2', 'Setup'],
      ['s-b_c:d', 'Other words'],
      ['s-all.props', 'Props'],
    ]);
    expect(html).toContain('<a href="#s-install.v2" rel=');
    expect(text).toBe('Setup\nOther words\nProps\na');
    expect(sectionsOf(written).map(({ id, title }) => [id, title])).toEqual(
      found.map(({ id, text: title }) => [id, title]),
    );
    expect(render('# Setup {#x}\n\na', 'Setup').html).toBe('<p>a</p>');
  });

  it('[1.section] have the first of equal written ids, before ids that are made from words', () => {
    expect(ids('# b\n\n# a {#b}\n\n# c {#b}\n\n# d {#C}')).toEqual([
      's-b-1',
      's-b',
      's-c-1',
      's-c',
    ]);
    expect(new Set(ids('# a {#__proto__}\n\n# __proto__\n\n# a {#a-1}\n\n# a\n\n# a')).size).toBe(
      5,
    );
  });

  it.each([
    '\\{#b}',
    '{#b c',
    '`{#b}`',
    '{#b/c}',
    '{#}',
    `{#${'b'.repeat(63)}}`,
    '{b}',
    '{#b} c',
    '{/*b}',
  ])('keep %s as text', (end) => {
    const { headings: found } = render(`# a ${end}`);
    expect(found[0]!.text).toBe(`a ${end.replaceAll(/[`\\]/g, '')}`);
  });

  it('are listed as plain text on one line', () => {
    const { headings } = render('a **b**[^1]<br>![c](https://x.test/c.png)\n===\n\n[^1]: d');
    expect(headings).toEqual([{ depth: 2, id: 's-a-b-c', text: 'a b c' }]);
  });

  it('are not listed if they are empty; the heading of the footnotes is not listed either', () => {
    expect(ids('#\n\n# a[^1]\n\n[^1]: b')).toEqual(['s-a']);
  });
});
