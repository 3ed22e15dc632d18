import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keySetOf, type Signer } from '../../../src/signatures/signer.js';
import { sha256Of } from '../../../src/signatures/record.js';
import { verifyFile } from '../../../src/signatures/verify/verify-file.js';
import { newSigner, type SignedFiles, signedFiles } from './signed-files.js';

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

describe('files of a released version', () => {
  it('[15.verify-files] pass verification under another name and with keys from another file', async () => {
    const other = join(files.folder, 'saved.md');
    await copyFile(files.markdown(2), other);
    await mkdir(join(files.folder, 'keys'));
    const keys = join(files.folder, 'keys', 'their.json');
    await rename(files.keys, keys);
    expect((await verifyFile(other, keys)).failures).toEqual([]);
    await expect(verifyFile(other)).rejects.toThrow('give its path with --keys');
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
        message:
          'The signature is not valid: the key that the record names is not one of the public keys.',
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

  const URL_LINE = '\nurl: ';

  it.each<[what: string, changed: (text: string) => string]>([
    ['a comment', (text) => text.replace(URL_LINE, ` # by the Board${URL_LINE}`)],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['a CRLF', (text) => text.replace(URL_LINE, `\r${URL_LINE}`)],
    ['a block scalar', (text) => text.replace('"Ada"', '>-\n  Ada')],
    ['a plain scalar', (text) => text.replace('"Ada"', 'Ada')],
    ['an anchor', (text) => text.replace('"Ada"', '&a "Ada"')],
    ['a tag', (text) => text.replace('"Ada"', '!!str "Ada"')],
    ['another order', (text) => text.replace(/(\nlocale: .*)(\nslug: .*)/, '$2$1')],
    ['an end of document', (text) => text.replace(URL_LINE, `\n...\n---${URL_LINE}`)],
    ['a flow list', (text) => text.replace('\n  - "one"\n  - "two"', ' ["one", "two"]')],
    ['other escapes', (text) => text.replace(String.raw`\ufeff`, String.raw`\ufeFf`)],
    ['another escape', (text) => text.replace('“', String.raw`\u201c`)],
    ['a field constructor', (text) => text.replace(URL_LINE, `\nconstructor: 1${URL_LINE}`)],
    ['a field toString', (text) => text.replace(URL_LINE, `\ntoString: "a"${URL_LINE}`)],
    ['a field __proto__', (text) => text.replace(URL_LINE, `\n__proto__: {}${URL_LINE}`)],
    ['a space more', (text) => text.replace('title: ', 'title:  ')],
    ['firstPublishedAt', (text) => text.replace(URL_LINE, `\nfirstPublishedAt: "2026"${URL_LINE}`)],
    ['a byte-order mark', (text) => `\ufeff${text}`],
  ])('[15.verify-bytes] fail verification if the front matter has %s', async (_what, changed) => {
    const text = await readFile(files.markdown(3), 'utf8');
    expect(changed(text)).not.toBe(text);
    await writeFile(files.markdown(3), changed(text));
    expect(new Set(await failed(3))).toEqual(new Set(['Markdown']));
  });

  it('[15.verify-address] fail verification under the name of another version', async () => {
    const other = join(files.folder, 'policy@3.md');
    await copyFile(files.markdown(3), other);
    const { failures } = await verifyFile(other);
    expect(failures.map(({ part }) => part)).toEqual(['address']);
  });

  it('[15.verify-page-file] of a page verify with the address of the page and the time of the first release, and no other change', async () => {
    const text = await readFile(files.markdown(3), 'utf8');
    const page = join(files.folder, 'hello-world.md');
    const ofPage = text
      .replace(/@3"\n---\n/, '"\n---\n')
      .replace('\npublishedAt:', '\nfirstPublishedAt: "2026-11-01T10:00:00.000Z"\npublishedAt:');
    await writeFile(page, ofPage);
    expect(await verifyFile(page)).toMatchObject({ failures: [], isOfPage: true });
    for (const changed of [
      ofPage.replace('Z"\npublished', 'Z" # and before\npublished'),
      ofPage.replace('firstPublishedAt: "', 'firstPublishedAt: "about '),
      ofPage.replace('\ntitle: "', '\ntitle: "Not '),
      `${ofPage} more`,
    ]) {
      await writeFile(page, changed);
      const parts = (await verifyFile(page)).failures.map(({ part }) => part);
      expect(new Set(parts)).toEqual(new Set(['Markdown']));
    }
  });
});
