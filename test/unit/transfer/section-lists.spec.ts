import { expect, it } from 'vitest';
import { hrefOf } from '../../../src/documents/page-path.js';
import { type ReadAddresses, readAddresses } from '../../../src/transfer/file-addresses.js';
import { linkedDocument } from '../../../src/transfer/linked-document.js';
import { findMarkdownFiles } from '../../../src/transfer/markdown-files.js';
import { folderOf } from '../../operator/folder.js';

const read = async (root: string) =>
  readAddresses(root, await findMarkdownFiles(root), [], '', new AbortController().signal);

async function contentOf(file: string, addresses: ReadAddresses) {
  const found = addresses.documents.get(file);
  if (!found || 'fault' in found) throw new Error(`${file} was not read`);
  const { fields } = await linkedDocument(file, found, addresses, false, async () => undefined);
  return fields['content'];
}

it('an index without text becomes a list of the pages of its folder, and a target of links; it names no draft [10.import-links] [10.import-drafts] [9.only-released]', async () => {
  const root = await folderOf({
    'en/_index.md': '---\ntitle: Docs\n---\n',
    'en/start.md': '[m](/methods/) [e](/empty/)',
    'en/methods/_index.md': '---\ntitle: All [methods]\nweight: 1\n---\n',
    'en/methods/a10.md': '# Ten\n\nx',
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
  const addresses = await read(root);
  const of = (file: string) => contentOf(file, addresses);
  expect(await of('en/_index.md')).toBe(
    '- [All \\[methods\\]](/en/methods)\n- [start](/en/start)\n',
  );
  expect(await of('en/methods/_index.md')).toBe(
    '- [z](/en/methods-z)\n- [a9](/en/a9)\n- [page](/en/methods-page)\n- [Ten](/en/a10)\n',
  );
  expect(await of('en/start.md')).toBe('[m](/en/methods) [e](/empty/)');
  expect(await of('en/empty/_index.md')).toBe('');
});

it('a language in the name of a file makes it a translation, if the original is beside it [10.import-path]', async () => {
  const root = await folderOf({
    'en/_index.md': '---\ntitle: Docs\n---\n',
    'en/about.md': '# About us\n\n[s](start.md)',
    'en/about.fr.md': '# À propos\n\n[s](start.md#a) [[start]] [l](later.md)',
    'en/start.md': 'x',
    'en/start.fr.md': 'x',
    'en/later.md': 'x',
    'en/parts/index.md': 'x',
    'en/parts/index.pt-br.md': 'x',
    'en/node.ts.md': 'x',
  });
  const addresses = await read(root);
  expect(
    Object.fromEntries(Array.from(addresses.byFile, ([file, one]) => [file, hrefOf(one)])),
  ).toEqual({
    'en/_index.md': '/en/index',
    'en/about.md': '/en/about',
    'en/about.fr.md': '/fr/about',
    'en/start.md': '/en/start',
    'en/start.fr.md': '/fr/start',
    'en/later.md': '/en/later',
    'en/parts/index.md': '/en/parts',
    'en/parts/index.pt-br.md': '/pt-BR/parts',
    'en/node.ts.md': '/en/node-ts',
  });
  const of = (file: string) => contentOf(file, addresses);
  expect(await of('en/about.fr.md')).toContain(
    '[s](/fr/start#s-a) [start](/fr/start) [l](/en/later)',
  );
  expect(await of('en/about.md')).toContain('[s](/en/start)');
  expect(await of('en/_index.md')).toContain('[About us](/en/about)');
  expect(await of('en/_index.md')).not.toContain('/fr/');
});
