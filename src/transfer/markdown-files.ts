import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.js';
import { newId } from '../platform/ids/ids.js';
import type { FileFault } from './import-result.js';

/** What lies below a folder: paths from there with `/` between the names, in order. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** What looks like documents and is not looked into. */
  readonly faults: readonly FileFault[];
}

const MARKDOWN = /\.(?:md|markdown)$/i;

/**
 * Finds the Markdown files below a folder. Hidden files and folders are none of the documents;
 * symbolic links are not followed, since they may lead anywhere.
 * @throws Error where `root` is no folder, or may not be read
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
    const { code } = error as NodeJS.ErrnoException;
    if (folder === '')
      throw new Error(`The folder ${root} cannot be read (${code}).`, { cause: error });
    faults.push({ file: folder, field: null, message: 'cannot be opened' });
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

/** Of a document content takes 800 KB at most, sources 400 KB, everything else a few. */
const MAX_FILE_BYTES = 2_097_152;

/** A file whose text cannot be taken; the message ends a sentence that begins with the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * Reads a text file whole.
 * @throws UnreadableFile if it is too large, not UTF-8, not a file (any more), or may not be read
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFileWhole(path, MAX_FILE_BYTES);
  try {
    // Takes a byte order mark off.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}

/**
 * Reads a file whole.
 * @throws UnreadableFile if it is too large, not a file (any more), or may not be read
 */
export async function readFileWhole(path: string, maxBytes: number): Promise<Buffer> {
  // What was a file a moment ago may be a link or a pipe now.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`cannot be opened (${error.code})`);
  });
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw new UnreadableFile(`is larger than ${maxBytes} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The longest name of a file on the usual file systems, in bytes. */
const MAX_NAME_BYTES = 255;
const ENDING = '.md';
/** Of the hash that makes the name of a long slug its own. */
const DIGITS = 16;

/**
 * The name of the file of a document: its slug, which never begins with a dot and holds no separator.
 * 120 characters of some scripts are too many bytes: such a name is cut, and the file says the slug.
 */
export function fileName(slug: string): string {
  if (Buffer.byteLength(slug + ENDING) <= MAX_NAME_BYTES) return slug + ENDING;
  const hash = createHash('sha256').update(slug).digest('hex').slice(0, DIGITS);
  const room = MAX_NAME_BYTES - ENDING.length - DIGITS - 1;
  // A character that is cut in two is no character at the end of a text that is still being written.
  const start = new TextDecoder().decode(Buffer.from(slug).subarray(0, room), { stream: true });
  return `${start}-${hash}${ENDING}`;
}

/** Writes a file, with its folder, so that nobody ever finds a part of it under its name. @throws FolderFault */
export async function writeFileWhole(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const unfinished = join(folder, `.${newId()}.tmp`);
  makeFolder(folder);
  try {
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
