import { describe, expect, it } from 'vitest';
import { type MenuEntry, menuOf } from '../../../src/site/menu.js';

const PATH = { locale: 'en', slug: 'summary' };
const menu = (article: string) => menuOf(article, PATH, 'https://docs.example.org');
const outline = (entries: readonly MenuEntry[]): unknown[] =>
  entries.map(({ text, href, children }) =>
    children.length > 0 ? [text, href ?? '', outline(children)] : [text, href ?? ''],
  );

describe('a menu', () => {
  it('[9.menu] is the tree of nested lists of links, with headings as titles', () => {
    const { entries } = menu(
      '<p>Words.</p><h2 id="s-a">Part <em>one</em></h2><ul><li><p><a href="/en/a">A &amp; <code>b</code></a> – about it</p>' +
        '<ol><li>Group<ul><li><a href="b">B</a></li></ul></li></ol></li><li><a href="c#d">C</a></li></ul>',
    );
    expect(outline(entries)).toEqual([
      ['Part one', ''],
      ['A & b', '/en/a', [['Group', '', [['B', '/en/b']]]]],
      ['C', '/en/c#d'],
    ]);
  });

  it('[9.menu] has the links of a paragraph without other words, as mdBook writes first and last chapters, and titles without a link', () => {
    const { entries } = menu(
      '<p><a href="/en/a">A</a>\n<a href="">Planned</a><br><a href="b">B</a></p><p>See <a href="c">C</a>.</p>' +
        '<ul><li><a href="">Later</a><ul><li><a href="d">D</a></li></ul></li></ul>',
    );
    expect(outline(entries)).toEqual([
      ['A', '/en/a'],
      ['Planned', ''],
      ['B', '/en/b'],
      ['Later', '', [['D', '/en/d']]],
    ]);
  });

  it('[9.menu] has documents of its locale in reading order, each at its first place; links elsewhere, to lists, feeds and versions are no documents', () => {
    const links = [
      '/en/a',
      'https://other.example/en/x',
      '/ko/a',
      '/en/%zz',
      '/en/B',
      '/en/a',
      '/en/c.md',
      '/en/new',
      '/en/feed.xml',
      '/en/one@2',
      '/en/one/versions',
    ];
    const made = menu(
      `<ul>${links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')}</ul>`,
    );
    expect([...made.places.keys()]).toEqual(['a', 'b']);
    expect(made.places.get('a')).toMatchObject({ previous: undefined, next: { slug: 'b' } });
    expect(made.places.get('b')).toMatchObject({ previous: { slug: 'a' }, next: undefined });
  });

  it('[9.menu] of 5,001 lines, nested 12 deep, has 5,000 entries on six levels, and takes less than 3 s of the processor', () => {
    const deep = '<ul><li><a href="/en/deep">x</a>'.repeat(12) + '</li></ul>'.repeat(12);
    const flat = Array.from(
      { length: 4_989 },
      (_, at) => `<li><a href="/en/p${at}">${at}</a></li>`,
    );
    const before = process.cpuUsage();
    const made = menu(`${deep}<ul>${flat.join('')}</ul>`);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    expect([made.size, made.places.size]).toEqual([5_000, 1 + 4_988]);
    const depth = (entries: readonly MenuEntry[]): number =>
      entries.length === 0 ? 0 : 1 + Math.max(...entries.map(({ children }) => depth(children)));
    expect(depth(made.entries)).toBe(6);
  });
});
