import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import { sanitised } from '../../../src/rendering/sanitise.js';
import { versionTasks } from '../../../src/versions/version-tasks.js';
import { packVersion } from '../../../src/versions/kept-version.js';

const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
  readonly tests: readonly { readonly markdown: string }[];
};

const html = (markdown: string): string =>
  renderMarkdown({ title: 'Title', markdown, imageOrigins: ['*'] }).html;
const again = (text: string): string => serialize(sanitised(text)).trim();

const DOCUMENTS = ['README.md', 'docs/http.md', 'docs/mcp.md', 'docs/performance.md'];
const RICH = [
  '| a | b |\n|---|---|\n| `x` | $y$ |\n\n> [!NOTE]\n> Text[^1]\n\n[^1]: Note\n\n- [x] done\n\n```js\n\nlet a = 1;\n```',
  '$$\n\\frac{a}{b} + \\sqrt{x}\n$$\n\n<details open><summary>S</summary>\n\n<p>a<p>b <b>c <i>d</b> e</i>\n\n</details>',
  '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <dl><dt>a<dd>b</dl> <q>x</q> <a href="https://a.example">y</a>',
];

/** Returns the HTML that is shown of a released version whose stored HTML is `kept`. */
function shown(kept: string): string {
  const document = packVersion({
    title: 'T',
    description: '',
    tags: [],
    sources: [],
    authorKind: 'person',
    authorName: 'A',
    markdown: 'x',
    html: kept,
    headings: [],
  });
  return versionTasks.keptVersion({ document }).html;
}

describe('a released version that is read', () => {
  it('[15.version-sanitised] stays the same, byte for byte, if the current sanitiser made it', () => {
    const texts = [
      ...tests.map(({ markdown }) => markdown),
      ...DOCUMENTS.map((file) => readFileSync(file, 'utf8')),
      ...RICH,
    ];
    expect(texts.length).toBeGreaterThan(600);
    for (const markdown of texts) {
      const rendered = html(markdown);
      expect(again(rendered), markdown).toBe(rendered);
      expect(shown(rendered)).toBe(rendered);
    }
  });

  it('[15.version-sanitised] loses scripts that an older sanitiser let through', () => {
    const page = shown('<p onclick="alert(1)">text<script>alert(2)</script></p>');
    expect(page).toBe('<p>text</p>');
  });
});
