import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Makes a folder with these files. */
export async function folderOf(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'imprimatur-folder-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** Returns the bytes of the files in a folder, by path. */
export async function bytesIn(root: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const bytes = await Promise.all(paths.map((path) => readFile(path)));
  return Object.fromEntries(
    paths.map((path, index) => [path.slice(root.length + 1), bytes[index]!]),
  );
}

/** Returns the texts of the files in a folder, by path. */
export async function filesIn(root: string): Promise<Record<string, string>> {
  const files = Object.entries(await bytesIn(root));
  return Object.fromEntries(files.map(([path, bytes]) => [path, bytes.toString()]));
}
