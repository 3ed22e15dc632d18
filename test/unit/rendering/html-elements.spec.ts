import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { expectHarmless } from './harmless.js';
import { REL, render } from './render.js';

/** Elements that browsers show within a line, without a space around them. */
const WITHIN_LINE = (
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small ' +
  'span strike strong sub sup time tt u var wbr'
).split(' ');
/** All other elements of HTML, also the obsolete ones. */
const SEPARATING = (
  'address applet area article aside audio base basefont bgsound blink blockquote body br button canvas caption center ' +
  'col colgroup datalist dd details dialog dir div dl dt embed fencedframe fieldset figcaption figure footer form frame ' +
  'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe image img input isindex keygen label legend li link ' +
  'listing main map marquee math menu menuitem meta meter multicol nav nextid noembed noframes noscript object ol ' +
  'optgroup option output p param picture plaintext portal pre progress script search section select selectedcontent ' +
  'slot source spacer style summary svg table tbody td template textarea tfoot th thead title tr track ul video xmp ' +
  'x-custom'
).split(' ');

/** Elements whose default style in browsers is neither a block nor a part of a list or table. */
const SHOWN_WITHIN_LINE = new Set([...WITHIN_LINE, 'input', 'img', 'picture', 'source']);

/** Returns the text of a page as a reader sees it: a line end wherever a browser begins a new line or cell. */
function seen(html: string): string {
  const walk = (node: Tree.Node): string => {
    if ('value' in node) return node.value;
    if (!('childNodes' in node)) return '';
    const inner = node.childNodes.map(walk).join('');
    return !('tagName' in node) || SHOWN_WITHIN_LINE.has(node.tagName) ? inner : `\n${inner}\n`;
  };
  return walk(parseFragment(html));
}

/** The ways in which an author can write an element in a document. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'in a block of HTML': (text) => `<div>\n${text}\n</div>`,
  'at the beginning of a line': (text) => text,
  'in a line': (text) => `Text ${text}`,
  'in a cell': (text) => `| a | b |\n|---|---|\n| ${text} | c |`,
  'in a cell of HTML': (text) => `<table><tr><td>${text}</td></tr></table>`,
  'in an item': (text) => `- ${text}`,
  'in an item of HTML': (text) => `<ul><li>${text}</li></ul>`,
  'in a quotation': (text) => `> ${text}`,
  'in a heading': (text) => `# ${text}`,
  'in a footnote': (text) => `a[^1]\n\n[^1]: ${text}`,
};

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;
const [ALPHA, BETA, GAMMA, DELTA, EPSILON] = WORDS;
const GLUED = new RegExp(`(?:${WORDS.join('|')}){2}`);

/** Checks that no two words of `WORDS` are glued together on the page, in the search words or in the headings. */
function expectApart(markdown: string): void {
  const { html, text, headings } = render(markdown);
  const shown = [seen(html), text, ...headings.map((heading) => heading.text)];
  for (const each of shown) expect(each, markdown).not.toMatch(GLUED);
}

describe.each(Object.entries(PLACES))('an element of HTML %s', (_, put) => {
  it.each(SEPARATING)('[9.html-words] separates words if it is <%s>', (name) => {
    for (const text of [
      `${ALPHA}<${name}>${BETA}</${name}>${GAMMA}`,
      `${ALPHA}<${name} x="y">${BETA}<${name}>${GAMMA}`,
      `<${name}>${ALPHA}</${name}><${name}>${BETA}</${name}>`,
      `${ALPHA}</${name}>${BETA}`,
      `${ALPHA}<${name}/>${BETA}`,
      `<b>${ALPHA}</b><${name.toUpperCase()}><b>${BETA}</b></${name}><i>${GAMMA}</i>`,
      `${ALPHA}<table>${BETA}<${name}>${GAMMA}</${name}>${DELTA}</table>${EPSILON}`,
    ]) {
      expectApart(put(text));
    }
  });

  it.each(WITHIN_LINE)('[9.html-words] does not split a word if it is <%s>', (name) => {
    expect(render(put(`H<${name}>2</${name}>O`)).text).toMatch(/\bH2O\b/);
  });
});

const written = ([name, start, end]: readonly [string, string, string]): string =>
  `${start}${name}${end}`;

describe('elements of HTML', () => {
  it('[9.html-words] keep all their words apart in random order, in every place', () => {
    const tag = tuple(
      constantFrom(...SEPARATING),
      constantFrom('<', '</'),
      constantFrom('>', '\n>', ' align=left>'),
    );
    const inLine = tuple(constantFrom(...WITHIN_LINE), constantFrom('<', '</'), constantFrom('>'));
    const piece = tuple(
      array(inLine, { maxLength: 2 }),
      tag,
      array(inLine, { maxLength: 2 }),
      constantFrom(...WORDS),
    );
    assert(
      property(
        array(piece, { minLength: 2, maxLength: 12 }),
        constantFrom(...Object.values(PLACES)),
        (pieces, put) => {
          const text = pieces
            .map(
              ([before, separator, after, word]) =>
                [...before, separator, ...after].map(written).join('') + word,
            )
            .join('');
          expectApart(put(text));
          expectHarmless(put(text));
        },
      ),
      { numRuns: 1_500, seed: 4 },
    );
  });

  it('[9.html-words] keep their words apart however many of them are open', () => {
    for (const name of ['div', 'p', 'li', 'td', 'tr', 'section', 'h2', 'dd']) {
      const many = Array.from({ length: 2_000 }, (_, at) => WORDS[at % 5]);
      expectApart(many.map((word) => `<${name}>${word}`).join(''));
      expectApart(
        `${'> '.repeat(60)}${'<div>'.repeat(45)}${many.map((word) => `<${name}>${word}`).join('')}`,
      );
    }
  });

  it('[9.html-subset] keep tables, lists, headings, quotations and preformatted text', () => {
    const { html } = render(
      '<table align=center><caption>Sales</caption><thead><tr><th scope=col align=right>Year<th>Sum</thead>' +
        '<tbody><tr><td rowspan=2>2024<td colspan="2" onclick=x>15</table>',
    );
    expect(html.replace(/\s*(<[^>]+>)\s*/g, '$1')).toBe(
      '<div class="table-scroll" role="region" tabindex="0" aria-label="Table"><table><caption>Sales</caption>' +
        '<thead><tr><th scope="col" class="align-right">Year</th><th>Sum</th></tr></thead>' +
        '<tbody><tr><td rowspan="2">2024</td><td colspan="2">15</td></tr></tbody></table></div>',
    );
    expect(render('<ol start=3><li>a<li>b<ul><li>c</ul></ol>').html).toBe(
      '<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
    );
    expect(render('<blockquote>a<p>b</blockquote>').html).toBe(
      '<blockquote>a<p>b</p></blockquote>',
    );
    expect(render('<pre>\na\n  b &lt;c&gt;\n</pre>').html).toBe(
      '<pre tabindex="0">a\n  b &lt;c&gt;\n</pre>',
    );
  });

  it('[9.html-subset] keep Markdown in the cells of a table', () => {
    expect(render('<table><tr><td>\n\n**a**\n\n</td></tr></table>\n\nb').html).toMatch(
      /<td>\s*<p><strong>a<\/strong><\/p>\s*<\/td>.*<\/table><\/div>\n<p>b<\/p>$/,
    );
  });

  it('[9.html-subset] keep headings below the title, and end a heading with its block', () => {
    expect(render('<h1>a</h1>\n\n<h3>b</h3>').html).toBe('<h2>a</h2>\n<h4>b</h4>');
    expect(render('# a\n\n<h3>b</h3>').html).toContain('<h4>b</h4>');
    expect(render('<h2>a\n\nb').html).toBe('<h2>a\n</h2><p>b</p>');
    expect(render('# a <h2>b</h2>').headings.map(({ text }) => text)).toEqual(['a b']);
  });

  it('[9.html-subset] [9.links-rel] keep links as Markdown does', () => {
    expect(
      render(
        '<a href="https://a.test/?x=1&amp;y=2" title="&quot;t&quot;" onclick=x target=_top>a</a>',
      ).html,
    ).toBe(`<p><a href="https://a.test/?x=1&amp;y=2" title="&quot;t&quot;" ${REL}>a</a></p>`);
    expect(render('# Part\n\n<a href="#Part">a</a> <A HREF=/b>b</A>').html).toContain(
      `<a href="#s-part" ${REL}>a</a> <a href="/b" ${REL}>b</a>`,
    );
    expect(
      render('<div><a href="/a">a</a>\n<a href="javascript:x">b</a> <a name=c>c</a></div>').html,
    ).toBe(`<div><a href="/a" ${REL}>a</a>\nb <span id="s-c"></span>c</div>`);
    expect(render('<a href="/a">a [b](/b) <a href="/c">c</a></a> d').html).toBe(
      `<p><a href="/a" ${REL}>a b </a><a href="/c" ${REL}>c</a> d</p>`,
    );
    expect(render('[a <a href="/b">b</a>](/c)').html).toBe(`<p><a href="/c" ${REL}>a b</a></p>`);
  });

  it('[9.html-subset] [9.image-origins] show pictures as Markdown does', () => {
    const one = render('![a &amp; b](https://x.test/y.png "t") ![](/z.png)');
    const other = render(
      '<img src="https://x.test/y.png" alt="a &amp; b" title=t onerror=x> <img src=/z.png>',
    );
    expect({
      ...other,
      html: other.html
        .replace(/ {2,}/g, ' ')
        .replace(/ (<\/?p>)/, '$1')
        .replace('<p> ', '<p>'),
    }).toEqual(one);
  });

  it.each(['<img src="/a.png">', '<button>OK</button>', '<video src="/a.mp4"></video>', '<input>'])(
    '[9.html-subset] do not end a paragraph if browsers show them in a line: %s',
    (element) => {
      expect(render(`<p>Press ${element} and then OK.</p>`).html).toMatch(
        /^<p>Press (?:(?!<p>|<\/p>).)* and then OK\.<\/p>$/,
      );
    },
  );

  it('[9.html-subset] that are not known leave their text', () => {
    expect(render('<video controls>a</video><button>b</button><button>c</button>').text).toBe(
      'a b c',
    );
  });
});
