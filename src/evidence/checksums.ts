import { sha256Of } from '../signatures/record.js';

/** Name of the file with the SHA-256 of all other files in a folder, in the format that `sha256sum --check` reads. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

const HEAD = '# SHA-256 of the lines below: ';

/**
 * Makes the text of `SHA256SUMS`. The first line contains the hash of the other lines; `sha256sum` reads the first line
 * as a comment. With this hash, `verify` can distinguish a change of `SHA256SUMS` from a change of a listed file.
 */
export function checksumsText(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
  return `${HEAD}${sha256Of(lines)}\n${lines}`;
}

/** Parses `SHA256SUMS` into hashes by file name; `undefined` if the text is not as `checksumsText` writes it. */
export function readChecksums(text: string): ReadonlyMap<string, string> | undefined {
  const found = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)];
  const hashes = new Map(found.map(([, sha256, name]) => [name!, sha256!]));
  return checksumsText(hashes) === text ? hashes : undefined;
}
