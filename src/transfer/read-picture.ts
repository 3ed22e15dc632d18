import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { sniffedType } from '../pictures/picture-types.js';
import { readFileWhole, UnreadableFile } from './markdown-files.js';

/**
 * Reads a picture that a text shows; `undefined` if the file is missing, is too large, is not readable or is no picture,
 * or if a symbolic link leads to a file outside of `root`.
 */
export async function readPicture(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const [folder, file] = [await realpath(root), await realpath(join(root, path))];
    if (!file.startsWith(folder + sep)) return undefined;
    const bytes = await readFileWhole(file, maxBytes);
    return sniffedType(bytes) ? bytes : undefined;
  } catch (error) {
    if (error instanceof UnreadableFile || isOfPath(error)) return undefined;
    throw error;
  }
}

/** Errors that do not depend on the requested file. */
const OF_THE_MACHINE = new Set(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the path caused the error. This is possible, because a text can name any path. */
const isOfPath = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !OF_THE_MACHINE.has(String(error.code));
