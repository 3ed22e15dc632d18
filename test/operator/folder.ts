import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder with these files; it is deleted after the tests. */
export async function folderOf(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'imprimatur-folder-'));
  made.push(root);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** The files of a folder and their texts, by their paths. */
export async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(
    paths.map((path, index) => [path.slice(root.length + 1), texts[index]!]),
  );
}

const made: string[] = [];
afterAll(async () => {
  for (const root of made) await rm(root, { recursive: true, force: true });
});
