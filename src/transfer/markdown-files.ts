import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.js';
import { newId } from '../platform/ids/ids.js';
import type { FileFault } from './import-result.js';

/** The Markdown files below a folder. The paths are relative to this folder, have `/` between names, and are sorted. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** The other files, such as pictures, which an import passes over unless a text shows them. */
  readonly others: readonly string[];
  /** The names of the hidden files and folders, and of the footers of wikis, which an import skips. */
  readonly hidden: readonly string[];
  /** Folders that cannot be opened, and symbolic links to Markdown files or folders. These links are not followed. */
  readonly faults: readonly FileFault[];
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** What the wikis of GitHub and GitLab show below each page. */
const FOOTER = /^_footer\.(?:md|markdown)$/i;

/**
 * Finds the Markdown files below a folder. Skips hidden files and folders, and footers of wikis. Does not follow symbolic
 * links, because such links can point to files outside the folder.
 * @throws Error if `root` is not a folder, or cannot be read
 */
export async function findMarkdownFiles(root: string): Promise<FoundFiles> {
  const files: string[] = [];
  const others: string[] = [];
  const hidden: string[] = [];
  const faults: FileFault[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(root, folder, faults)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || FOOTER.test(entry.name)) hidden.push(entry.name);
      else if (entry.isDirectory()) await look(path);
      else if (entry.isFile() && MARKDOWN.test(entry.name)) files.push(path);
      else if (entry.isSymbolicLink() && (await leadsToDocuments(root, path))) {
        faults.push({
          file: path,
          field: null,
          message: 'is a symbolic link, which is not followed',
        });
      } else others.push(path);
    }
  };
  await look('');
  return { files, others, hidden, faults };
}

async function entriesOf(root: string, folder: string, faults: FileFault[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
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

/**
 * Maximum size of a file. Every valid document is smaller: 800 kB of content, 410 kB of sources, and some embedded
 * pictures.
 */
const MAX_FILE_BYTES = 33_554_432;

/** Thrown if a file cannot be read. The message is the end of a sentence that begins with the name of the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * Reads a text file.
 * @throws UnreadableFile if the file is too large, is not UTF-8, is a symbolic link, or cannot be opened
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFileWhole(path, MAX_FILE_BYTES);
  try {
    // Also removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}

/** Reads a file. @throws UnreadableFile if the file is too large, is a symbolic link, or cannot be opened */
export async function readFileWhole(path: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  // The file can have been replaced since it was found. With these flags, `open` follows no symbolic link and does not
  // wait for the writer of a pipe.
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

/** Longest file name that the usual file systems allow, in bytes. */
const MAX_NAME_BYTES = 255;
/** Number of hexadecimal digits of the hash that makes shortened names unique. */
const DIGITS = 16;

/**
 * Makes the name of a file of a document from its slug. Shortens a long slug; the Markdown file itself contains the whole
 * slug.
 * @param ending the rest of the name, in ASCII
 */
export function fileName(slug: string, ending = '.md'): string {
  if (Buffer.byteLength(slug + ending) <= MAX_NAME_BYTES) return slug + ending;
  const hash = createHash('sha256').update(slug).digest('hex').slice(0, DIGITS);
  const room = MAX_NAME_BYTES - ending.length - DIGITS - 1;
  // With `stream`, the decoder omits the last character if `subarray` cut it in two.
  const start = new TextDecoder().decode(Buffer.from(slug).subarray(0, room), { stream: true });
  return `${start}-${hash}${ending}`;
}

/** Number of digits of a picture's hash in the name of its file, which keep the name the same in each export. */
const PICTURE_DIGITS = 8;

/**
 * Makes the name of a file for a picture that a document shows: the slug, and the first digits of the hash. Has the
 * whole hash if `isTaken` is true for the short name.
 */
export function pictureFileName(
  slug: string,
  sha256: string,
  extension: string,
  isTaken: (name: string) => boolean,
): string {
  const short = fileName(slug, `-${sha256.slice(0, PICTURE_DIGITS)}.${extension}`);
  return isTaken(short) ? fileName(slug, `-${sha256}.${extension}`) : short;
}

/**
 * Writes a file, and makes its folder if necessary. No reader sees an incomplete file.
 * @throws Error if the folder cannot be made
 */
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
