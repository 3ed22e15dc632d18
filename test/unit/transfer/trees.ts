/** Small folders in the style of each tool, each with the folder of links such as `/guide/x`. */
export const TREES: Readonly<Record<string, [files: Record<string, string>, linkRoot?: string]>> = {
  Obsidian: [
    {
      'en/Home.md': [
        '---\naliases: [Start]\npublish: false\n---',
        'See [[Sync]], [[Setup/Troubleshoot Sync#Slow, or stuck?|help]] and ![[Plan.png|300]].',
        '![[Sync]] [md](Setup/Troubleshoot%20Sync.md) [up](<../en/Sync.md>) [[Start]] [[#Part]]',
        '| a | b |\n|---|---|\n| [[Sync\\|x\\|y]] \\| z | [[Sync#A#B]] ![[Plan.png]] |',
        '\n`[[Sync]]` [[Nothing]] [[]] [[Sync|a|b]] [[x]](y.md) ![[clip.mp4]] [[Sync#^block]]',
        '```\n[[Sync]]\n```\n==Mark== `==x==` a==b, or c==d %%no%% `%%x%%` 2 ^10\n\n%%\nno\n%%',
      ].join('\n'),
      'en/Sync.md': '# General\n\nText ^block\n\n# Limits\n\nBack [[home]].',
      'en/Setup/Troubleshoot Sync.md': '## General\n\n> [!info]+ See [[Sync]]\n> - [[Start|s]]',
      'en/Attachments/Plan.png': '',
    },
  ],
  Hugo: [
    {
      'en/_index.md':
        '---\ntitle: Docs\n---\n[d](/functions/collections/d/) [s](functions/strings)',
      'en/functions/collections/_index.md': '[a](../strings/) [r](/old/place/) {{< new-in 1 >}}',
      'en/functions/collections/D.md': '---\ndraft: true\naliases: [/old/place]\n---\n[up](..)',
      'en/functions/strings/_index.md': [
        '---\nslug: /Fn/Strings\n---\n[md](../collections/D.md#x)\n\n{{< figure src="a.png" alt="A [b]" >}}',
        '{{< youtube x-1_y >}} {{< vimeo id="2" >}} [r]({{< ref "../collections" >}})\r\n',
        '- {{< highlight go "linenos=true" >}}\n  [[x]] {{ .y }}\n  {{< /highlight >}}\n',
        '{{< code-toggle file=hugo >}}\n[[menus.main]]\nname = "[x](y.md)"\n\n# z\n{{< /code-toggle >}}\n\n{{< highlight sh >}} end\n',
        '[`publishDir`](x)\n: (`string`) The folder.\n: Or more.\n\n  Text\n\n    : code\n\na\n:b',
      ].join('\n'),
      'en/functions/strings/a.png': '',
    },
  ],
  Docusaurus: [
    {
      'en/intro.mdx': [
        "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from 'b';\n\nexport const x = {\n\n};",
        '\n# Intro {/* #start */}\n',
        '<Tabs value={"a > b"}>\n\n**Text** [api](./api/overview.mdx) {/* hidden */}\n\n</Tabs>',
        '\n<Compare\n  before="One"\n  after={`Two:\n\n## [Product Name]\n`}\n/>\n\nAfter the component.',
        '\n`<Tabs>` <b className="x">bold</b> <Icon.Big /> <>f</>\n',
        '```jsx\nimport x from "y";\n<Tabs>\n```',
        ':::tip See [api](/api/overview)\n[top](#intro)\n:::',
      ].join('\n'),
      'en/api/overview.mdx': '[Intro](../intro) [static](/img/a.png) ![a](/img/a.png)',
      'en/api/_category_.json': '{}',
      'en/welcome.md': '---\nslug: /\n---\n[s](/guides/start) [w](/)',
      'en/begin.md': '---\nslug: /guides/start\n---\n[w](/) [b](begin.md)',
      'static/img/a.png': '',
    },
  ],
  VitePress: [
    {
      'en/guide/index.md':
        '# Guide {#guide}\n\n[Start](./start) [api](/api/) [html](./start.html#a)',
      'en/guide/start.md':
        '[back](./) [self](start.md) [q](../api/index.md?x=1#y) [out](../../../z)',
      'en/api/index.md': '[g](/guide/) [x](/guide/none) [e](https://e.example) [m](mailto:a@b.c)',
    },
  ],
  'MkDocs Material': [
    {
      'docs/index.md': [
        '---\nlocale: en\n---\n!!! note "See [x](setup/changing-colors.md)"\n    [y](blog/)',
        '\n=== ":material-linux: [Linux](blog/)"\n\n    ++ctrl+page-up++ C++ or D++ `++a++`\n',
        '## Part { #part data-toc-label="P" }\n\n### 1.0 { id="1.0" }\n\n[x](blog/){ .md-button #here } :octicons-x-16:{ .big } a',
        '![a](a.png){width=300} use {.class} or `{ .x }`\n{: .note title="A b" }\n\n    :material-x: { .x }',
      ].join('\n'),
      'docs/setup/changing-colors.md': '---\nlocale: en\n---\n[abs](/setup/changing-colors/)',
      'docs/blog/index.md':
        '---\nlocale: en\n---\n[r][r] ![p][p]\n\n[r]: ../setup/\n[p]: <p 1.png>',
      'docs/blog/p 1.png': '',
    },
    './docs/',
  ],
  mdBook: [
    {
      'en/SUMMARY.md': '# Summary\n\n- [One](ch01.md)\n  - [Two](ch01/two.md)',
      'en/ch01.md': '[two](ch01/two.html#part-2) [x](ch01/%ff.md)',
      'en/ch01/two.md': '[one](../ch01.html)\r\n\r\n[^1]: [x](../ch01.md)\r\n\r\n[^1]',
    },
  ],
  Jekyll: [
    {
      'en/_posts/2021-01-02-welcome.md':
        '---\nlayout: post\npublished: false\n---\n[a](/about.html)',
      'en/about.md':
        '---\npermalink: /about-us/\ntags: a, b\n---\n[w](_posts/2021-01-02-welcome.md) [l]({% link other.md %}) [u]({{ site.baseurl }}/about.html) [p]({% post_url 2021-01-02-welcome %})\n{: .no_toc }\n{% include x.html %}\n`{% raw %}`',
      'en/other.md': '[p](/about-us)',
    },
  ],
  GitBook: [
    {
      'en/README.md': '# Hi\n\n[b](basics/README.md) [f](basics/) [s](SUMMARY.md)',
      'en/SUMMARY.md': '* [Hi](README.md)',
      'en/basics/README.md':
        '{% hint style="success" %}\n[up](../README.md) <a href="../SUMMARY.md">html</a>\n{% endhint %}\n\n{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}\n\n{% embed url="https://e.example/v" %}',
    },
  ],
  'a wiki of GitHub': [
    {
      'en/Home.md':
        '[[Getting Started]] [[start here|Getting-Started#Part]] ![[x|Home]] [[Set up]] [[a|Nothing]] [[set_up|Home]]',
      'en/Getting-Started.md': '# Begin\n\n## Part\n\n[[home]] [[The parts]]',
      'en/Set_Up.md': '# The *parts*\n\n[[begin]]',
      'en/_Sidebar.md': '[[Home]]\n[[Getting Started]]',
    },
  ],
  Notion: [
    {
      'en/Plan 0123456789abcdef0123456789abcdef.md':
        '[t](Plan%200123456789abcdef0123456789abcdef/To%20do%20fedcba9876543210fedcba9876543210.md)',
      'en/Plan 0123456789abcdef0123456789abcdef/To do fedcba9876543210fedcba9876543210.md': 'Text',
    },
  ],
  'files that collide': [
    {
      'en/api/start.md': '[a](a.md)',
      'en/api/a.md': '[other](A.md)',
      'en/api/other.md': '',
      'en/web/start.md': '',
      'en/web-start.md': '',
      'en/web/B.md': '[p](b.png) [m](b.md) ![b](b.png)',
      'en/web/b.png': '',
      'en/same.md': '---\naliases: [twin]\n---\n',
      'en/Same.md': '---\naliases: [twin]\n---\n[[twin]] [x](same.md) [y](Same.md)',
    },
  ],
};
