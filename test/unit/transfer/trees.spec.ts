import { describe, expect, it } from 'vitest';
import { importedTree } from './imported-tree.js';
import { TREES } from './trees.js';

describe('a folder', () => {
  it.each(Object.entries(TREES))(
    'in the style of %s gets these addresses, titles and links [10.import-path] [10.import-links] [10.import-wiki-links] [10.import-marks]',
    async (name, [files, linkRoot]) => {
      const golden = `golden/${name.replaceAll(' ', '-').toLowerCase()}.txt`;
      const lines = await importedTree(files, linkRoot);
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden);
    },
  );
});
