import { describe, expect, it } from 'vitest';
import { parsePage } from './parsed-page.js';
import { render } from './render.js';

/** Returns the address and the text of each link. */
function linksIn(markdown: string): readonly (readonly [string, string])[] {
  const { html } = render(markdown);
  return [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', text = '']) => [parsePage(href).text, parsePage(text).text] as const,
  );
}

const same = (...addresses: readonly string[]) => addresses.map((address) => [address, address]);

describe('a bare address', () => {
  it.each([
    ['***https://a.example/page***', 'https://a.example/page'],
    ['**https://a.example/page**는', 'https://a.example/page'],
    ['[see https://a.example/page]', 'https://a.example/page'],
    ['https://a.example/a[1]', 'https://a.example/a%5B1%5D'],
    ['参照（https://a.example/page）。', 'https://a.example/page'],
    ['「https://a.example/page」、', 'https://a.example/page'],
    ['https://a.example/page，以及', 'https://a.example/page'],
    ['https://a.example/page، ثم', 'https://a.example/page'],
    ['https://a.example/page؟', 'https://a.example/page'],
    ['देखें https://a.example/page। फिर', 'https://a.example/page'],
    ['“https://a.example/page”', 'https://a.example/page'],
  ])('[9.bare-links] leaves the marks around it alone: %s', (markdown, address) => {
    expect(linksIn(markdown).map(([href]) => href)).toEqual([address]);
    expect(render(markdown).text).not.toMatch(/[*~]|__/);
  });

  it.each(['https://a.example/?x=1&amp;y=2', '<https://a.example/?x=1&amp;y=2>'])(
    '[9.bare-links] has its entities as characters: %s',
    (markdown) => expect(linksIn(markdown)).toEqual(same('https://a.example/?x=1&y=2')),
  );

  it('[9.bare-links] may begin with www, and has its entities as characters', () => {
    expect(linksIn('www.a.example/?x=1&amp;y=2')).toEqual([
      ['http://www.a.example/?x=1&y=2', 'www.a.example/?x=1&y=2'],
    ]);
  });

  it('[9.bare-links] keeps backslashes, and shows letters instead of their codes', () => {
    expect(linksIn('https://a.example/a\\_b')).toEqual([
      ['https://a.example/a%5C_b', 'https://a.example/a\\_b'],
    ]);
    expect(linksIn('https://a.example/%EA%B0%80')).toEqual([
      ['https://a.example/%EA%B0%80', 'https://a.example/가'],
    ]);
  });

  it('[9.bare-links] becomes no link in a link, in code or in a longer word', () => {
    expect(
      linksIn('[https://a.example](/b) <a href="/c">https://a.example www.a.example a@b.test</a>'),
    ).toEqual([
      ['/b', 'https://a.example'],
      ['/c', 'https://a.example www.a.example a@b.test'],
    ]);
    expect(linksIn('`https://a.example` xhttps://a.example a.www.b.example')).toEqual([]);
  });

  it('[9.bare-links] of a mailbox is a link, also in emphasis', () => {
    for (const text of ['_a@b.test_', '__a@b.test__', '~~a@b.test~~', '(a@b.test)', 'a@b.test.']) {
      expect(linksIn(text)).toEqual([['mailto:a@b.test', 'a@b.test']]);
    }
    expect(linksIn('a@b a@b.test- @b.test a@.test')).toEqual([]);
  });
});
