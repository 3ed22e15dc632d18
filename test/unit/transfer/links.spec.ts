import { describe, expect, it } from 'vitest';
import { linkedDocument } from '../../../src/transfer/linked-document.js';
import { LinkTargets } from '../../../src/transfer/link-targets.js';
import { withPictureFiles } from '../../../src/transfer/transferred-pictures.service.js';
import { filesOf } from './imported-tree.js';

const target = (file: string, slug: string) => ({
  file,
  address: { locale: 'en', slug },
  title: () => undefined,
  aliases: [],
  ids: () => ['s-whats-new', 's-sub--and-superscripts', 's-x-y'],
});
const TARGETS = new LinkTargets(
  [
    target('guide/intro.md', 'intro'),
    target('guide/set up (new).md', 'set-up'),
    target('index.md', 'index'),
  ],
  ['chart.png'],
  '',
);

/** Rewrites the links of a text in a file. Pictures get the name of `sha256`, or are missing. */
async function rewritten(markdown: string, file = 'guide/start.md', sha256?: string) {
  const { read } = filesOf({ [file]: markdown })[0]!;
  const addresses = { targets: TARGETS, byFile: new Map() };
  const take = () => Promise.resolve(sha256);
  const { fields, missing } = await linkedDocument(file, read, addresses, false, take);
  return { content: fields['content'], missing };
}

const SHA = 'a1'.repeat(32);

describe('the name of a picture', () => {
  it.each([
    [`![a](picture:${SHA})`, '![a](chart.png)'],
    [`![a](<picture:${SHA}> "Title")`, '![a](<chart.png> "Title")'],
    [`![a][b]\n\n[b]: picture:${SHA}`, '![a][b]\n\n[b]: chart.png'],
    [`> ![a][b]\n>\n> [b]: picture:${SHA}`, '> ![a][b]\n>\n> [b]: chart.png'],
    [`![a \\] b](picture:${SHA})`, '![a \\] b](chart.png)'],
    [`<img src="picture:${SHA}" alt="a">`, '<img src="chart.png" alt="a">'],
    [`[![a](picture:${SHA})](/en/a)`, '[![a](chart.png)](/en/a)'],
    [`![a](\npicture:${SHA})`, '![a](\nchart.png)'],
    [`![a](\r\n  <picture:${SHA}>\r\n  "Title")`, '![a](\r\n  <chart.png>\r\n  "Title")'],
    [`> ![a](\n> picture:${SHA})`, '> ![a](\n> chart.png)'],
    [`![a][b]\n\n[b]:\n  picture:${SHA}`, '![a][b]\n\n[b]:\n  chart.png'],
    [
      `> ![a][b]\n>\n> [b]:\n> picture:${SHA}\n> 'Title'`,
      "> ![a][b]\n>\n> [b]:\n> chart.png\n> 'Title'",
    ],
    [
      `- ![a][b]\n  1. x\n\n     [b]: <picture:${SHA}>`,
      '- ![a][b]\n  1. x\n\n     [b]: <chart.png>',
    ],
    [`![a][b]\n\n- [b]: picture:${SHA}`, '![a][b]\n\n- [b]: chart.png'],
    [`![a\\\\](picture:${SHA})`, '![a\\\\](chart.png)'],
    [`![a \`]\` \\] [b]](picture:${SHA})`, '![a `]` \\] [b]](chart.png)'],
    [`[b]:\n> ![a](picture:${SHA})`, '[b]:\n> ![a](chart.png)'],
    [`Text\n[b]:\n![a](picture:${SHA})`, 'Text\n[b]:\n![a](chart.png)'],
    [`a](![a](picture:${SHA})`, 'a](![a](chart.png)'],
    [`\\![a](picture:${SHA})`, undefined],
    [`![a](\n\npicture:${SHA})`, undefined],
    [`[a]:\npicture:${SHA} is a name.`, undefined],
    [`\`![a](picture:${SHA})\``, undefined],
    [`~~~\n![a](picture:${SHA})\n~~~`, undefined],
    [`[a](picture:${SHA})`, undefined],
    [`See picture:${SHA} (picture:${SHA}).`, undefined],
    [`![a](picture:${'0'.repeat(64)})`, undefined],
  ])(
    'in %s is exported as %s, and imported as it was [10.round-trip] [14.transfer]',
    async (text, file) => {
      const exported = withPictureFiles(text, new Map([[SHA, 'chart.png']]));
      expect(exported).toBe(file ?? text);
      expect((await rewritten(exported, 'start.md', SHA)).content).toBe(text);
    },
  );

  it('is exported as a file name also behind an alternative text of 10,000 characters [10.round-trip]', () => {
    const words = 'a [b] '.repeat(1_667);
    const exported = withPictureFiles(`![${words}](picture:${SHA})`, new Map([[SHA, 'chart.png']]));
    expect(exported).toBe(`![${words}](chart.png)`);
  });
});

describe('a link in an imported file', () => {
  it.each([
    ['[a](intro.md)', '[a](/en/intro)'],
    ['[a](./intro.md#part)', '[a](/en/intro#s-part)'],
    ['[a](../index.md?x#y "Title")', '[a](/en/index?x#s-y "Title")'],
    ['[a](intro.md#A-Part)', '[a](/en/intro#s-a-part)'],
    ['[a](intro.md#)', '[a](/en/intro#)'],
    ['[a](intro.md#what-s-new)', '[a](/en/intro#s-whats-new)'],
    ['[a](intro.md#sub-and-superscripts)', '[a](/en/intro#s-sub--and-superscripts)'],
    ['[a](intro.md#x-y) [b](intro.md#_x.Y)', '[a](/en/intro#s-x-y) [b](/en/intro#s-x-y)'],
    ['[a](<set up (new).md>)', '[a](/en/set-up)'],
    ['[a](set%20up%20(new).md)', '[a](/en/set-up)'],
    ['[`code` and [x]](intro.md) [b](intro.md)', '[`code` and [x]](/en/intro) [b](/en/intro)'],
    ['[a\\\\](intro.md)', '[a\\\\](/en/intro)'],
    ['\\`[a](intro.md)`', '\\`[a](/en/intro)`'],
    ['[a](\nintro.md#b\n"Title")', '[a](\n/en/intro#s-b\n"Title")'],
    ['a ` b\n\n[a](intro.md) `', 'a ` b\n\n[a](/en/intro) `'],
    ['[a]: intro.md "Title"\n[b]: <../index.md>', '[a]: /en/intro "Title"\n[b]: /en/index'],
    ['- item\n\n    [a](intro.md)\r\n', '- item\n\n    [a](/en/intro)\r\n'],
    ['```\n[a](intro.md)\n```\n[a](intro.md)', '```\n[a](intro.md)\n```\n[a](/en/intro)'],
    ['[![alt](a.png)](intro.md)', '[![alt](a.png)](/en/intro)'],
    ['x <a title="y" href="intro.md#b">z</a>', 'x <a title="y" href="/en/intro#s-b">z</a>'],
    ["<div>\n<A HREF = 'intro.md'>z</A>\n</div>", "<div>\n<A HREF = '/en/intro'>z</A>\n</div>"],
    ['> <p><a href=intro.md>z</a>', '> <p><a href=/en/intro>z</a>'],
    ['<!-- <a href="intro.md"> -->', '<!-- <a href="intro.md"> -->'],
    ['`<a href="intro.md">`', '`<a href="intro.md">`'],
    ['[a]({{< relref "intro.md#b" >}}) {{% x %}}y{{% /x %}}', '[a](/en/intro#s-b) y'],
    ['`{{< x >}}` {{</* x */>}}', '`{{< x >}}` {{</* x */>}}'],
  ])(
    'gets the address of the document if it refers to a file of the import: %j [10.import-links]',
    async (markdown, text) => {
      expect((await rewritten(markdown)).content).toBe(text);
    },
  );

  it.each([
    ['an anchor in the same text', '[a](#part)'],
    ['another site', '[a](https://example.org/intro.md) [b](mailto:intro.md) [c](//intro.md)'],
    ['another file', '[a](other.md) [b](../../intro.md)'],
    ['code', '`[a](intro.md)` ``x ` [a](intro.md)``'],
    ['code in a list', '- ~~~md\n  [a](intro.md)\n  ~~~'],
    ['a footnote', '[^a]: intro.md'],
    ['a text that is not a link', '[a] (intro.md) intro.md'],
    ['an address that cannot be decoded', '[a](%ff.md)'],
  ])('is not rewritten for %s', async (_, markdown) => {
    expect((await rewritten(markdown)).content).toBe(markdown);
  });

  it('is left unchanged if it is the address of a picture; relative addresses of pictures are reported', async () => {
    const markdown =
      '[![a](img/a.png)](https://a.example) ![b](https://example.org/b.png) ![c](<../c d.png>)';
    expect(await rewritten(markdown)).toEqual({
      content: markdown,
      missing: ['guide/img/a.png', 'c d.png'],
    });
  });

  it.each([
    ['![](my%20chart.png)', `![my chart](picture:${SHA})`],
    ['> ![](\n> <../a [b].png> "c")', `> ![a \\[b\\]](\n> <picture:${SHA}> "c")`],
    ['| a |\n|---|\n| ![](a.png) |', `| a |\n|---|\n| ![a](picture:${SHA}) |`],
    ['![](intro.md) ![](//a.example/b.png)', '![](/en/intro) ![](//a.example/b.png)'],
    ['![ ](a.png)', `![ a](picture:${SHA})`],
    ['![][s] ![a][s]\n\n[s]: my%20chart.png', `![my chart][s] ![a][s]\n\n[s]: picture:${SHA}`],
    [
      '> ![\n> ][s] ![][d]\n\n[s]: a.png\n[d]: intro.md',
      `> ![\n> a][s] ![][d]\n\n[s]: picture:${SHA}\n[d]: /en/intro`,
    ],
    ['![][s]\n\n[s]: data:image/png;base64,AAAA', `![image][s]\n\n[s]: picture:${SHA}`],
    ['x <img src="a&quot;b.png" width=9>', `x <img alt="a&#34;b" src="picture:${SHA}" width=9>`],
    ["<p>\n<IMG\nalt='' src=a.png />", `<p>\n<IMG alt="a"\nalt='' src=picture:${SHA} />`],
    ['<img src="a.png" alt="a > b">', `<img src="picture:${SHA}" alt="a > b">`],
  ])(
    'to a picture without a text in %j gets the name of its file [10.import-picture-text]',
    async (markdown, text) => {
      expect((await rewritten(markdown, 'guide/start.md', SHA)).content).toBe(text);
    },
  );
});
