import { texts } from './hostile-document.js';

/** Markdown with nested, overlapping or foreign syntax. */
export const MARKERS = texts({
  'a link in a link': '[a [b](javascript:alert(1)) c](javascript:alert(2))',
  'a link in a picture in a link':
    '[![[a](javascript:alert(1))](https://pictures.test/a.png)](javascript:alert(2))',
  'emphasis across a tag': '*a <img src=x *onerror=alert(1)>*',
  'code that ends inside a tag': '<img src="`" onerror=alert(1)>`',
  'a tag that ends inside code': '`<img src=x onerror=alert(1)` a>',
  'code in a table in code': '| `a | b` |\n|---|---|\n| `</td><script>alert(1)</script>` | c |',
  'a fence that ends the block': '```html\n</code></pre></div><script>alert(1)</script>\n```',
  'a fence of tildes with a tag for a language': '~~~"><script>alert(1)</script>\nx\n~~~',
  'a fence that never ends': '```\n<script>alert(1)</script>',
  'an indented tag': '    <script>alert(1)</script>\n\n\t<img src=x onerror=alert(1)>',
  'a definition with a tag for a title': "[a]\n\n[a]: https://a.test '<script>alert(1)</script>'",
  'an escaped tag': '\\<script\\>alert(1)\\</script\\> \\\\<script>alert(1)</script>',
  'a struck tag': '~~<script>alert(1)</script>~~ ~~~<img src=x onerror=alert(1)>~~~',
  'a task that is a field': '- [ ] <input type=file onchange=alert(1)>\n- [x](javascript:alert(1))',
  'a heading that is underlined':
    '<script>alert(1)</script>\n===\n\n<img src=x onerror=alert(1)>\n---',
  'a hard break in a tag': '<img src=x  \nonerror=alert(1)>\\\n<script>alert(1)</script>',
  'front matter': '---\ntitle: <script>alert(1)</script>\nlayout: javascript:alert(1)\n---\n\nx',
  'another template language':
    '{{constructor.constructor("alert(1)")()}} <%= alert(1) %> ${alert(1)} #{alert(1)}',
  'components and imports':
    'import x from "https://evil.test/x.js"\n\n<X {...{onClick: alert}}>{alert(1)}</X>',
  mathematics: '$$\\href{javascript:alert(1)}{x}$$ $\\unicode{<script>alert(1)</script>}$',
  'a diagram':
    '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"] --> B; click A "javascript:alert(1)"\n```',
  'directions that deceive':
    'a \u202e)1(trela:tpircsavaj \u202c [https://bank.test](https://evil.test)',
  'lines that separate': '<script>\u2028alert(1)\u2029</script> [a](java\u2028script:alert(1))',
});
