import { texts } from './hostile-document.js';

const heading = (...names: readonly string[]): string =>
  names.map((name) => `# ${name}\n\ntext\n`).join('\n');

/** Ids, names and classes that scripts or styles of a page may look for. */
export const NAMES = texts({
  'anchors that hide members of the document':
    '<a id=cookie></a><a id=body><a id=body name=firstChild>',
  'a form that hides the document': '<form id=document><input name=getElementById></form>',
  'a form that hides its own members':
    '<form><input name=attributes><input name=submit><input id=nodeName>',
  'pictures that hide members of the document':
    '<img name=scripts><img name=currentScript><embed name=forms>',
  'a frame that is a window': '<iframe name=self srcdoc="<a id=top>"></iframe>',
  'a configuration by anchors': '<a id=CONFIG><a id=CONFIG name=url href=//evil.test>',
  'headings named like members of the document': heading(
    'cookie',
    'body',
    'location',
    'getElementById',
    'scripts',
  ),
  'headings named like members of any object': heading(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ),
  'headings named like parts of the page': heading(
    'main',
    'sources',
    's-main',
    'f-fn-1',
    'footnote-label',
  ),
  'headings of the same name': heading(...Array.from({ length: 50 }, () => 'main')),
  'headings of no letters': heading('!', '?', '"', '&', '#'),
  'headings made of tags': heading('<a id=x>', '<script>alert(1)</script>', '" onclick="alert(1)'),
  'footnotes named like members':
    'a[^cookie] b[^__proto__] c[^constructor]\n\n[^cookie]: x\n\n[^__proto__]: y\n\n[^constructor]: z',
  'footnotes named like parts of the page':
    'a[^label] b[^"><script>]\n\n[^label]: x\n\n[^"><script>]: y',
  'definitions named like members':
    '[__proto__] [constructor] [toString]\n\n[__proto__]: https://a.test\n\n[constructor]: https://b.test',
  'attributes in braces':
    '# a {#main .masthead onclick=alert(1) style="position:fixed"}\n\n![b](https://pictures.test/b.png){width=9999}',
  'classes of the page in code':
    '```skip\nx\n```\n\n```masthead sr-only\nx\n```\n\n```hljs" class="masthead\nx\n```',
  'languages named like members':
    '```__proto__\nx\n```\n\n```constructor\nx\n```\n\n```toString\nx\n```',
  'roles of the page': '<div role=banner aria-live=assertive><nav role=alertdialog>x</nav></div>',
  'keys of the page': '<a accesskey=s tabindex=1 autofocus href=//evil.test>x</a>',
});
