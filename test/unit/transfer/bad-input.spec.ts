import { describe, expect, it } from 'vitest';
import { MalformedFrontMatter } from '../../../src/documents/parse-front-matter.js';
import { pathFields } from '../../../src/transfer/derived-fields.js';
import { documentIn } from '../../../src/transfer/read-document.js';
import { importedTree } from './imported-tree.js';

/** Front matter as other tools accept it. */
const FRONT_MATTER = [
  '+++\ntitle = "A"\n+++\n',

  '---\r\ntitle: A\r\ntags: [a,b]\r\n---\r\n',
  '---\ntags:\n\t- a\n---\n',
  '---\ntitle: 2024\n---\n',
  '---\ndate: 2021-02-30\n---\n',
  '---\ndate: 2021-02-03T04:05:06+09:00\nlastmod: 2021-02-03 04:05 -0130\n---\n',
  '---\ndate:\n  created: 2021-02-03\n  updated: 2022-02-03\n---\n',
  '---\ndate: [2021-02-03]\n---\n',
  '---\ntags: "#a, b"\naliases: c, d\n---\n',
  '---\ntitle: A\ntitle: B\n---\n',
  '---\na: &x B\ntitle: *x\n---\n',
  '---\ntitle: "[[A|b]]"\n---\n',
  '---\ntitle: A\n',
  '---\n---\n',
];

/** Names of files as people give them. */
const NAMES = [
  'en/Two words.md',
  'en/hugo_convert_toJSON.md',
  'en/mkdocs-2.0.md',
  'en/\u{1F600}.md',
  'en/cafe\u0301.md',
  `en/${'x'.repeat(200)}.md`,
  'en/_hidden.md',
  'en/a.md',
  'en/README.md',
  'Guide/index.md',
];

/** Links and wiki links as people write them. */
const LINKS = [
  '[a](Two words.md) [b](<Two words.md>) [c](Two%20words.md) [d](Two%20words.md?x#y) [e](#)',
  '[a](../../../etc/passwd) [b](./) [c](page.md) [d](folder/) [e](folder) [f](%ff.md) [g]()',
  '[[Two words|b|c]] [[#Heading]] [[]] [[ ]] [[|x]] [[Two words#A#B]] [[nothing]]',
  '`[[Two words]]`\n\n    [[Two words]]\n\n```\n[[Two words]]\n```',
  '| a |\n|---|\n| [[Two words\\|b]] |',
  '[[circle]] [[twin]] [page](page.png) ![page](page.png) ![[page.png]] ![[gone.png]]',
];

describe('what people have written elsewhere', () => {
  it('is taken, or one line says with file and line why it is not [10.import-faults] [10.import-dead-links]', async () => {
    const matter = FRONT_MATTER.map((text) => {
      try {
        const { input, dates, leftOut, lines, aliases } = documentIn('en/a.md', `${text}Text`);
        const left = leftOut.map(({ key, message }) => `en/a.md:${lines[key]} ${message}`);
        return { input, aliases, dates: Object.values(dates), left };
      } catch (error) {
        if (!(error instanceof MalformedFrontMatter)) throw error;
        return `en/a.md ${error.message}`;
      }
    });
    const names = NAMES.map((name) => [name, pathFields(name)]);
    const tree = await importedTree({
      ...Object.fromEntries(LINKS.map((text, at) => [`en/page${at || ''}.md`, text])),
      'en/Two words.md': '---\naliases: [circle, twin]\n---\n[[page]]',
      'en/folder/index.md': '---\naliases: [Two words, twin]\n---\n[[circle]]',
      'en/page.png': '',
    });
    const shown = [...matter, ...names].map((one) => JSON.stringify(one)).concat(tree);
    await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('golden/bad-input.txt');
  });
});
