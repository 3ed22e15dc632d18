import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFault } from './file-fault.js';

/** What lies below a folder: paths from there with `/` between the names, in order. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** What looks like documents and is not looked into. */
  readonly faults: readonly FileFault[];
}

/** What was named is no folder, or may not be read. */
export class NoSuchFolder extends Error {
  override readonly name = 'NoSuchFolder';

  constructor(root: string, { code }: NodeJS.ErrnoException) {
    super(`The folder ${root} can not be read (${code}).`);
  }
}

const MARKDOWN = /\.(?:md|markdown)$/i;

/**
 * Finds the Markdown files below a folder. Hidden files and folders are none of the documents;
 * symbolic links are not followed, since they may lead anywhere.
 * @throws NoSuchFolder
 */
export async function findMarkdownFiles(root: string): Promise<FoundFiles> {
  const files: string[] = [];
  const faults: FileFault[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(root, folder, faults)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await look(path);
      else if (entry.isFile() && MARKDOWN.test(entry.name)) files.push(path);
      else if (entry.isSymbolicLink() && (await leadsToDocuments(root, path))) {
        faults.push({ file: path, field: null, message: 'is a symbolic link, not followed' });
      }
    }
  };
  await look('');
  return { files, faults };
}

async function entriesOf(root: string, folder: string, faults: FileFault[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (folder === '') throw new NoSuchFolder(root, error as NodeJS.ErrnoException);
    faults.push({ file: folder, field: null, message: 'can not be opened' });
    return [];
  }
}

async function leadsToDocuments(root: string, path: string): Promise<boolean> {
  if (MARKDOWN.test(path)) return true;
  try {
    return (await stat(join(root, path))).isDirectory();
  } catch {
    return false;
  }
}
