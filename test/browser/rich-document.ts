const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(6);

const SECTION = (number: number): string => `## Section ${number} of a *long* text

A paragraph with \`code\`, **weight**, ~~mistakes~~, a [link](https://a.example/${number}) and a footnote[^${number}].
${'More words follow, so that lines have to be broken. '.repeat(6)}

### Lists ${number}

1. one
   - nested
   - [x] done
   - [ ] not done
2. two

> Said by somebody, with [a link](#s-lists-${number}).

[^${number}]: The note of section ${number}.`;

/** A document with most elements of Markdown, some of them wider than any phone. */
export const RICH_DOCUMENT = {
  title: `Everything that a text can hold, ${LONG_WORD.slice(0, 90)}`,
  description: `What ${LONG_WORD} is, and more of it.`,
  author: { kind: 'ai', name: 'A machine' },
  tags: ['one', 'a tag of many words that is as long as tags may be', '한국어', 'code'],
  sources: [`https://example.org/${'deep/'.repeat(60)}`, 'https://example.com/?q=1'],
  content: [
    `An opening with ${LONG_WORD} and https://example.org/${'x'.repeat(300)}.`,
    ...[1, 2, 3, 4, 5].map(SECTION),
    '## Code',
    `\`\`\`ts\n// ${'a very long comment '.repeat(12)}\nexport const answer: number = 42;\nif (!/^a+$/.test(\`x\${answer}\`)) throw new Error("no");\n@Decorated() class Foo<T> extends Bar { constructor(private a = null) {} }\n\`\`\``,
    '```diff\n- removed\n+ added\n```',
    '```css\n.a > #b { color: red; margin: 0 1px !important; }\n```',
    '```sh\n# comment\nexport A="$HOME" && ls -la | grep x\n```',
    '```json\n{ "a": [1, true, null], "b": "c" }\n```',
    '```html\n<!doctype html><p class="a">b &amp; c</p>\n```',
    `| ${Array.from({ length: 14 }, (_, column) => `Column ${column}`).join(' | ')} |\n|${':-:|'.repeat(14)}\n|${' a cell |'.repeat(14)}`,
    `- ${LONG_WORD}`,
    `> ${LONG_WORD}`,
    '---',
    '###### The lowest heading',
    'The end.',
  ].join('\n\n'),
};
