import { describe, expect, it } from 'vitest';
import { documentIn } from '../../../src/transfer/read-document.js';

/** Returns the lines of a text that an import leaves, without empty ones. */
const left = (file: string, ...text: readonly string[]): string[] =>
  linesOf(documentIn(`en/${file}`, text.join('\n')).content).filter((line) => line.trim() !== '');
const linesOf = (...texts: readonly string[]): string[] => texts.join('\n').split('\n');

/** What authors hid, each between a text before and after it. */
const HIDDEN = [
  '%% 50% sure %%',
  '%% see `x` %%',
  `%% ${'long '.repeat(200)} %%`,
  '%%\n\n# No\n\n- list\n\n%%',
  '%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%',
  '{% comment %}secret{% endcomment %}',
  '{%- comment -%}\n\n# No\n\n{%- endcomment -%}',
  '{{% comment %}}\n\nsecret\n\n{{% /comment %}}',
  '{{< comment >}}secret{{< /comment >}}',
  '{/* secret */}',
  '{/*\n## Old part\n\ntext\n*/}',
];

describe('an import', () => {
  it('parses Markdown that begins with imports as MDX, as Docusaurus does [10.import-mdx]', () => {
    const text = [
      "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from 'b';\n\n# Networking\n",
      '{/* internal */}\n<Tabs>\n<TabItem value="a">\n\nText\n\n</TabItem>\n</Tabs>',
    ];
    expect(left('a.md', ...text)).toEqual(['# Networking', 'Text']);
    const prose = ['import x from y is how it begins.', '', '<Tabs>'];
    expect(left('a.md', ...prose)).toEqual(['import x from y is how it begins.', '<Tabs>']);
    const code = ['    import x from "y";', '', '<Tabs>'];
    expect(left('a.md', ...code)).toEqual(['    import x from "y";', '<Tabs>']);
  });

  it('takes the indentation away that only shows which component has a text [10.import-mdx]', () => {
    expect(
      left(
        'a.mdx',
        '<Tabs>\n  <TabItem value="apple" default>\n    An apple\n  </TabItem>',
        '  <TabItem\n    value="b">\n    ```js\n    const a = <B x={1}>\n      b\n    ```\n\n    - c\n      - d',
        '  </TabItem>\n</Tabs>\n\n1. Step\n\n   <A>\n     text\n\n         import x\n   </A>\n',
        '> <A>\n>   quoted\n> </A>\n\n<A>\n\ttab\n</A>\n\n<A>\n\n```js\n    a\n```\n\n</A>',
      ),
    ).toEqual(
      linesOf(
        'An apple\n```js\nconst a = <B x={1}>\n  b\n```\n- c\n  - d',
        '1. Step\n   text\n       import x\n> \n> quoted\n> ',
        'tab\n```js\n    a\n```',
      ),
    );
  });

  it('keeps pictures and links of HTML whose attributes have expressions [10.import-mdx]', () => {
    expect(
      left(
        'a.mdx',
        '<img src="/img/a.png" style={{width: 300}} /> <img src={require(\'./a.png\').default} alt="A {x}"/>',
        '<a className={s.b} href={useBaseUrl("api")}>API</a> <img {...p} src={"b.png"} alt={`${b}`}',
        '  style={{\n    a: 1,\n  }}\n/>',
      ),
    ).toEqual([
      '<img src="/img/a.png" /> <img src="./a.png" alt="A {x}"/>',
      '<a href="api">API</a> <img src="b.png"',
      '/>',
    ]);
  });

  it.each(HIDDEN)('publishes no comment that its author hid: %j [10.import-marks]', (comment) => {
    expect(left('a.md', 'Before', '', comment, '', 'After')).toEqual(['Before', 'After']);
    expect(left('a.md', 'Before', comment, '- After')).toEqual(['Before', '- After']);
    expect(left('a.mdx', 'Before', '', comment, '', 'After')).toEqual(['Before', 'After']);
    expect(left('a.md', `A ${comment.replaceAll(/\s*\n\s*/g, ' ')} b`)).toEqual(['A  b']);
    expect(left('a.md', '````', comment, '````').join('')).toContain(comment.split('\n')[0]);
  });

  it('keeps what follows a comment, and what only looks like one [10.import-marks]', () => {
    const text = [
      '%%',
      '',
      'no',
      '%% **yes** %%no%%',
      '',
      '`%%x%%` 100%%',
      '',
      '%%%% a',
      '',
      '\\%% b',
    ];
    expect(left('a.md', ...text)).toEqual([' **yes** ', '`%%x%%` 100%%', '%%%% a', '\\%% b']);
  });

  it('makes code of the blocks of Jekyll and Hugo that hold code [10.import-marks]', () => {
    expect(
      left(
        'a.md',
        '{% highlight java linenos %}\n# List\nList<User> x;\n{% endhighlight %}\n',
        '- a\n\n  {{< mermaid >}}\n  graph TD\n  {{< /mermaid >}}\n\n{{< code-toggle config=x />}}',
        '\n{% highlight ruby %}\nx\n{% endhighlight %} and',
      ),
    ).toEqual(
      linesOf(
        '```java\n# List\nList<User> x;\n```',
        '- a\n  ```mermaid\n  graph TD\n  ```\nx\n and',
      ),
    );
  });

  it('takes the path of a filter of Jekyll for addresses [10.import-marks]', () => {
    expect(
      left('a.md', '[x]({{ "/about/" | relative_url }}) ![y]({{\'i.png\' | absolute_url}})'),
    ).toEqual(['[x](/about/) ![y](i.png)']);
  });

  it('leaves out tables of contents, which pages have [10.import-marks]', () => {
    const text = ['[TOC]', '', '1. TOC', '{:toc}', '', '[[toc]]', '', '[[_TOC_]]', '', '{:toc}'];
    expect(left('a.md', ...text)).toEqual([]);
    const kept = ['- a', '- [TOC] here', '```', '[TOC]', '```'];
    expect(left('a.md', ...kept)).toEqual(kept);
  });

  it('reads Markdown in HTML that says so, as MkDocs and kramdown do [10.import-marks]', () => {
    const { content } = documentIn(
      'en/a.md',
      [
        'A\n\n<figure markdown="span">\n  ![Setup](a.png){ width="3" }\n  <figcaption>C</figcaption>\n</figure>',
        '\n<details open markdown="block">\n  <summary>\n    T\n  </summary>\n  - a\n</details>',
        '\n<div class="x" markdown>\n\n- b\n\n</div>\n\n<div class="markdown">\n  *c*\n</div>',
      ].join('\n'),
    );
    expect(content).toBe(
      [
        'A\n<figure markdown="span">\n\n![Setup](a.png)\n<figcaption>C</figcaption>\n</figure>',
        '<details open markdown="block">\n  <summary>\n    T\n  </summary>\n\n- a\n</details>',
        '\n<div class="x" markdown>\n\n- b\n\n</div>\n\n<div class="markdown">\n  *c*\n</div>',
      ].join('\n'),
    );
  });
});
