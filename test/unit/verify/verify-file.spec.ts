import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keySetOf } from '../../../src/signatures/key-set.js';
import { sha256Of } from '../../../src/signatures/record.js';
import type { Signer } from '../../../src/signatures/signer.js';
import { withPictureAddresses } from '../../../src/site/page-pictures.js';
import { verifyFile } from '../../../src/verify/verify-file.js';
import { BASE_URL, newSigner, type SignedFiles, signedFiles } from './signed-files.js';

const folders: string[] = [];
let signers: Signer[];
let files: SignedFiles;
beforeEach(async () => {
  signers = [newSigner(), newSigner(), newSigner()];
  files = await signedFiles(signers);
  folders.push(files.folder);
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const failed = async (version: number) =>
  (await verifyFile(files.markdown(version))).failures.map(({ part }) => part);

const SHA256 = 'AB12'.repeat(16);
const NAME = `picture:${SHA256}`;
const ADDRESS = `${BASE_URL}/pictures/${SHA256}-900.png`;
const OTHER = ADDRESS.replaceAll('AB12', 'cd34');

/** Makes the file of a page from the file of its version. */
const asPage = (text: string): string =>
  withPictureAddresses(
    {
      markdown: text.replace(/@\d+"\n---\n/, '"\n---\n'),
      html: `<img src="/pictures/${SHA256.toLowerCase()}-900.png">`,
    },
    BASE_URL,
  );

describe('files of a released version', () => {
  it('[15.verify-files] pass verification together with their chain, across two rotations of the signing key', async () => {
    for (const version of [1, 2, 3]) {
      const { failures, records, record } = await verifyFile(files.markdown(version));
      expect(failures).toEqual([]);
      expect([records, record?.version]).toEqual([version, version]);
    }
  });

  it('[15.verify-files] pass verification under another name and with keys from another file', async () => {
    const other = join(files.folder, 'saved.md');
    await copyFile(files.markdown(2), other);
    await mkdir(join(files.folder, 'keys'));
    const keys = join(files.folder, 'keys', 'their.json');
    await rename(files.keys, keys);
    expect((await verifyFile(other, keys)).failures).toEqual([]);
    await expect(verifyFile(other)).rejects.toThrow('name their file with --keys');
  });

  it('[15.verify-foreign] fail verification if they are signed with a key outside the key set', async () => {
    const keys = keySetOf([signers[0]!, signers[1]!].map(({ publicKey }) => publicKey));
    await writeFile(files.keys, JSON.stringify(keys));
    expect(await failed(2)).toEqual([]);
    expect(await failed(3)).toEqual(['signature']);
    const forged = await signedFiles([signers[0]!, newSigner()]);
    folders.push(forged.folder);
    await writeFile(forged.keys, JSON.stringify(keys));
    const { failures } = await verifyFile(forged.markdown(2));
    expect(failures).toEqual([
      {
        part: 'signature',
        message: 'The signature is not valid: it is by a key that is none of the public keys.',
      },
    ]);
  });

  it('[15.verify-foreign] fail verification if an unknown key signed a record of their chain', async () => {
    const keys = keySetOf([signers[1]!, signers[2]!].map(({ publicKey }) => publicKey));
    await writeFile(files.keys, JSON.stringify(keys));
    expect(await failed(3)).toEqual(['chain']);
  });

  it('[15.verify-names] fail verification if a record of the chain is missing, and pass if its hash is stored instead', async () => {
    const jws = await readFile(files.record(1), 'utf8');
    await rm(files.record(1));
    expect(await failed(3)).toEqual(['chain']);
    await writeFile(`${files.record(1)}.sha256`, sha256Of(jws));
    const { failures, withheld } = await verifyFile(files.markdown(3));
    expect([failures, withheld]).toEqual([[], true]);
  });

  it('[15.verify-names] fail verification if the front matter has a member that was not signed', async () => {
    const text = await readFile(files.markdown(3), 'utf8');
    await writeFile(files.markdown(3), text.replace('\nversion: 3\n', '\nversion: 3\nmore: x\n'));
    const { failures } = await verifyFile(files.markdown(3));
    expect(failures).toEqual([{ part: 'Markdown', message: 'Markdown: "more" was not signed.' }]);
  });

  it('[15.verify-names] fail verification if a hexadecimal digit of an escape was changed to upper case', async () => {
    const text = await readFile(files.markdown(3), 'utf8');
    await writeFile(files.markdown(3), text.replace(String.raw`\ufeff`, String.raw`\ufeFf`));
    expect((await verifyFile(files.markdown(3))).failures).toEqual([
      {
        part: 'Markdown',
        message: 'Markdown: an escape in the front matter differs from what was released.',
      },
    ]);
  });

  it('[15.verify-names] fail verification if a version states firstPublishedAt, which only the file of a page may state', async () => {
    const text = await readFile(files.markdown(3), 'utf8');
    const added = text.replace(
      '\nversion: 3\n',
      '\nversion: 3\nfirstPublishedAt: "1999-01-01T00:00:00.000Z"\n',
    );
    await writeFile(files.markdown(3), added);
    const { failures } = await verifyFile(files.markdown(3));
    const message = 'Markdown: "firstPublishedAt" was not signed.';
    expect(failures).toEqual([{ part: 'Markdown', message }]);
    await writeFile(files.markdown(3), asPage(added));
    expect(await failed(3)).toEqual([]);
  });
});

describe('the file of a page with pictures', () => {
  it.each([
    ['names', `![Chart](${NAME}), _${NAME}_`],
    ['addresses', `[Chart](${ADDRESS}) ${OTHER}`],
    ['a name in a link to its address', `[![Chart](${NAME})](${ADDRESS})`],
    ['a name beside an image of its address', `![Chart](${ADDRESS}) ![Chart](${NAME})`],
    ['a name beside another picture', `![Chart](${NAME}) ![Other](${OTHER})`],
    ['many names in links', `[![Chart](${NAME})](${ADDRESS})\n`.repeat(100)],
  ])(
    'passes verification with %s, and fails if it was changed [14.verify]',
    async (_written, content) => {
      files = await signedFiles([signers[0]!], content);
      folders.push(files.folder);
      expect(await failed(1)).toEqual([]);
      const page = asPage(await readFile(files.markdown(1), 'utf8'));
      expect(page).not.toContain(NAME);
      await writeFile(files.markdown(1), page);
      expect(await failed(1)).toEqual([]);
      for (const changed of [
        `${page}.`,
        page.replace('Chart', 'Graph'),
        page.replace('AB12', 'ab12'),
        page.replace(`${BASE_URL}/pictures`, 'https://example.net/pictures'),
      ].filter((each) => each !== page)) {
        await writeFile(files.markdown(1), changed);
        expect(await failed(1)).toEqual(['Markdown']);
      }
    },
  );
});
