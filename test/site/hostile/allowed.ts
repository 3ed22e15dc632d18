import { texts } from './hostile-document.js';

const IMAGE = '<img src=x onerror=alert(1)>';

/** Attacks by means of HTML tags that are allowed in a document. */
export const ALLOWED = texts({
  'details with a handler': '<details open ontoggle="alert(1)"><summary>x</summary>y</details>',
  'details with a name that closes others':
    '<details name=x open>a</details><details name=x open>b</details>',
  'details that never end': '<details><summary>x',
  'details in details without an end': '<details><summary>'.repeat(300),
  'a summary with a handler':
    '<details><summary onclick=alert(1) style=position:fixed>x</summary></details>',
  'a summary with a link': '<details><summary>[x](javascript:alert(1))</summary></details>',
  'a title that ends its attribute': `<abbr title="x" onmouseover=alert(1)>y</abbr>`,
  'a title that ends its element': `<abbr title="</abbr>${IMAGE}">y</abbr>`,
  'a title in quotation marks of both kinds': `<abbr title='"><script>alert(1)</script>'>y</abbr>`,
  'a language that ends its attribute': `<span lang='en" onclick="alert(1)'>x</span>`,
  'a direction that is none': `<bdo dir="rtl">x</bdo><span dir='"><script>alert(1)</script>'>y</span>`,
  'a box with a style':
    '<div style="position:fixed;inset:0;background:red" class=masthead id=main>x</div>',
  'a box that ends the article': `</div></div></article><div>${IMAGE}</div>`,
  'a box with a role': '<div role=banner aria-hidden=true aria-live=assertive tabindex=1>x</div>',
  'a paragraph in a paragraph': `<p><p><p onclick=alert(1)>x${IMAGE}`,
  'a list of terms that never ends': `<dl><dt>a<dd>b<dl><dt>${IMAGE}`,
  'a reading with a handler':
    '<ruby>漢<rp onclick=alert(1)>(</rp><rt onmouseover=alert(1)>かん</rt></ruby>',
  'a key with a picture': `<kbd>${IMAGE}</kbd>`,
  'a mark over the page': '<mark style="position:fixed;inset:0">x</mark>',
  'a deletion with a source':
    '<del cite="javascript:alert(1)" datetime=x>x</del><ins cite=//evil.test>y</ins>',
  'a quotation with a source':
    '<q cite="javascript:alert(1)">x</q><blockquote cite=//evil.test>y</blockquote>',
  'a rule with a handler': '<hr onclick=alert(1) style="height:9999px"><br onload=alert(1)>',
  'a break of words with attributes': '<wbr onclick=alert(1) id=main>',
});

/** Misused alerts, pictures and diagrams. */
export const NOTICES = texts({
  'an alert with a tag for its kind': `> [!${IMAGE}]\n> x`,
  'an alert with a tag beside its kind': `> [!NOTE] ${IMAGE}\n> x`,
  'an alert with a script for its text': '> [!WARNING]\n> <script>alert(1)</script>',
  'an alert with a link for its text': '> [!TIP]\n> [x](javascript:alert(1))',
  'an alert in an alert': `> [!NOTE]\n${'> '.repeat(60)}[!CAUTION]\n> ${IMAGE}`,
  'a picture whose text is a tag': `![${IMAGE}](https://evil.test/x.png)`,
  'a picture whose text ends its attribute': '![x" onerror="alert(1)](https://evil.test/x.png)',
  'a picture whose title ends its attribute': `![x](https://evil.test/x.png 'y" onload="alert(1)')`,
  'a picture that is a script': '![x](javascript:alert(1))',
  'a picture that is data': '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  'a picture of one dot': '![](https://evil.test/pixel.gif?reader=1)',
  'a picture by a reference': '![x][y]\n\n[y]: https://evil.test/x.png "z"',
  'a picture in a link': '[![x](https://evil.test/x.png)](https://evil.test/)',
  'a picture without a scheme': '![x](//evil.test/x.png) ![y](\\\\evil.test/y.png)',
  'a diagram with a script':
    '```mermaid\ngraph TD; A[<script>alert(1)</script>]-->B; click A call alert()\n```',
  'a diagram with the end of its box': `\`\`\`mermaid\n</code></pre>${IMAGE}\n\`\`\``,
});
