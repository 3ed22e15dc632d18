import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMarkdownFiles, readTextFile } from '../../../src/transfer/markdown-files.js';

describe('the files of a folder', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'imprimatur-files-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function put(path: string, text: string | Uint8Array = 'x'): Promise<string> {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
    return join(root, path);
  }

  it('are its Markdown files at any depth, in order, without hidden files', async () => {
    for (const path of [
      'b/z.md',
      'b/A.MD',
      'a.markdown',
      'c.txt',
      '.git/x.md',
      '.x.md',
      'b/c/d.md',
    ]) {
      await put(path);
    }
    const { files, faults } = await findMarkdownFiles(root);
    expect(files).toEqual(['a.markdown', 'b/A.MD', 'b/c/d.md', 'b/z.md']);
    expect(faults).toEqual([]);
  });

  it('do not include the targets of symbolic links', async () => {
    const outside = await put('c.txt');
    await symlink(outside, join(root, 'a.md'));
    await symlink(tmpdir(), join(root, 'elsewhere'));
    await symlink(outside, join(root, 'picture.png'));
    const { files, faults } = await findMarkdownFiles(root);
    expect(files).toEqual([]);
    expect(faults.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'a.md is a symbolic link, which is not followed',
      'elsewhere is a symbolic link, which is not followed',
    ]);
  });

  it('are read as UTF-8, without a byte order mark', async () => {
    expect(await readTextFile(await put('a.md', '\uFEFF문서'))).toBe('문서');
  });

  it('are not read if they are larger than 32 MiB, or behind a symbolic link', async () => {
    const large = await put('a.md', Buffer.alloc(33_554_433));
    await expect(readTextFile(large)).rejects.toThrow('is larger than 33554432 bytes');
    await symlink(large, join(root, 'b.md'));
    await expect(readTextFile(join(root, 'b.md'))).rejects.toThrow('cannot be opened (ELOOP)');
  });
});
