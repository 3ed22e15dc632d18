import { sha256Of } from '../signatures/record.js';

/** Names every other file of a folder with its SHA-256, as `sha256sum --check` reads it. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

const HEAD = '# SHA-256 of the lines below: ';

/**
 * The text of that file. Its first line, a comment to `sha256sum`, has the hash of the others: so a change of this file can
 * be told from one of the files that it names.
 */
export function checksumsText(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
  return `${HEAD}${sha256Of(lines)}\n${lines}`;
}

/** The hashes by the names of their files; `undefined`: it is not what was written, to the last byte. */
export function readChecksums(text: string): ReadonlyMap<string, string> | undefined {
  const found = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)];
  const hashes = new Map(found.map(([, sha256, name]) => [name!, sha256!]));
  return checksumsText(hashes) === text ? hashes : undefined;
}
