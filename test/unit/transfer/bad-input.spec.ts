import { describe, expect, it } from 'vitest';
import { documentIn } from '../../../src/transfer/read-document.js';
import { importedTree } from './imported-tree.js';

/** Front matter as other tools accept it. */
const FRONT_MATTER = [
  '---\ndate: 2021-02-30\n---\n',
  '---\ndate: 2021-02-03T04:05:06+09:00\nlastmod: 2021-02-03 04:05 -0130\n---\n',
  '---\ndate:\n  created: 2021-02-03\n  updated: 2022-02-03\n---\n',
  '---\ndate: [2021-02-03]\n---\n',
  '---\ntags: "#a, b"\naliases: c, d\n---\n',
  '---\ntitle: "[[A|b]]"\n---\n',
  '---\n---\n',
];

/** Links and wiki links as people write them. */
const LINKS = [
  '[[ ]] [[|x]] [a]() [b](Two words.md)\n\n    [[Two words]]',
  '[[circle]] [[twin]] [page](page.png) ![page](page.png) ![[page.png]] ![[gone.png]]',
];

describe('what people have written elsewhere', () => {
  it('is taken, or one line says with file and line why it is not [10.import-faults] [10.import-dead-links]', async () => {
    const matter = FRONT_MATTER.map((text) => {
      const { input, dates, leftOut, lines, aliases } = documentIn('en/a.md', `${text}Text`);
      const left = leftOut.map(({ key, message }) => `en/a.md:${lines[key]} ${message}`);
      return { input, aliases, dates: Object.values(dates), left };
    });
    const tree = await importedTree({
      ...Object.fromEntries(LINKS.map((text, at) => [`en/page${at || ''}.md`, text])),
      'en/Two words.md': '---\naliases: [circle, twin]\n---\n[[page]]',
      'en/folder/index.md': '---\naliases: [Two words, twin]\n---\n[[circle]]',
      'en/page.png': '',
    });
    const shown = matter.map((one) => JSON.stringify(one)).concat(tree);
    await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('golden/bad-input.txt');
  });
});
