import { expect, it } from 'vitest';
import { readAddresses } from '../../../src/transfer/file-addresses.js';
import { linkedDocument } from '../../../src/transfer/linked-document.js';
import { findMarkdownFiles } from '../../../src/transfer/markdown-files.js';
import { readWithList } from '../../../src/transfer/section-lists.js';
import { folderOf } from '../../operator/folder.js';

it('an index without text becomes a list of the pages of its folder, and a target of links; it names no draft [10.import-links] [10.import-drafts] [9.only-released]', async () => {
  const root = await folderOf({
    'en/_index.md': '---\ntitle: Docs\n---\n',
    'en/start.md': '[m](/methods/) [e](/empty/)',
    'en/methods/_index.md': '---\ntitle: All [methods]\nweight: 1\n---\n',
    'en/methods/a10.md': 'x',
    'en/methods/a9.md': 'x',
    'en/methods/z.md': '---\nweight: 2\n---\nx',
    'en/methods/bare.md': '---\ntitle: A\n---\n',
    'en/methods/page/index.md': 'x',
    'en/methods/draft.md': '---\ndraft: true\n---\nx',
    'en/methods/waits.md': '---\nintent: review\n---\nx',
    'en/methods/off/_index.md': '---\npublish: false\n---\nx',
    'en/_drafts/later.md': 'x',
    'en/empty/_index.md': '---\ntitle: Empty\n---\n',
  });
  const addresses = await readAddresses(
    root,
    await findMarkdownFiles(root),
    [],
    '',
    new AbortController().signal,
  );
  const contentOf = async (file: string) => {
    const read = await readWithList(root, file, addresses.sections);
    if ('fault' in read) throw new Error(read.fault.message);
    return linkedDocument(file, read, addresses.targets, false).rewritten(() => undefined).content;
  };
  expect(await contentOf('en/_index.md')).toBe(
    '- [All \\[methods\\]](/en/methods)\n- [start](/en/start)\n',
  );
  expect(await contentOf('en/methods/_index.md')).toBe(
    '- [z](/en/methods-z)\n- [a9](/en/a9)\n- [a10](/en/a10)\n- [page](/en/methods-page)\n',
  );
  expect(await contentOf('en/start.md')).toBe('[m](/en/methods) [e](/empty/)');
  expect(await contentOf('en/empty/_index.md')).toBe('');
});
