import type { PagePath } from '../site/page-path.js';
import {
  type FileAddresses,
  fileAddresses,
  type NamedAddress,
  namedAddress,
} from './file-addresses.js';
import { readDocument } from './read-document.js';

/**
 * Reads the files to determine their addresses. Skips a file with a fault, because the import later reports the fault.
 */
export async function readAddresses(
  root: string,
  files: readonly string[],
  imported: readonly (PagePath & { readonly file: string })[],
  signal: AbortSignal,
): Promise<FileAddresses> {
  const named: NamedAddress[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    const read = await readDocument(root, file);
    if (!('fault' in read)) named.push(namedAddress(file, read));
  }
  return fileAddresses(named, imported);
}
