import { sha256Of } from '../signatures/record.js';

/** Lists every other file of a folder with its SHA-256, in the format of `sha256sum --check`. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

const HEAD = '# SHA-256 of the lines below: ';

/**
 * Text of that file. Its first line, a comment to `sha256sum`, has the hash of the other lines: it tells a change of
 * this file from a change of the files that it names.
 */
export function checksumsText(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
  return `${HEAD}${sha256Of(lines)}\n${lines}`;
}

/** Hashes by file name; `undefined`: the text is not exactly what `checksumsText` writes. */
export function readChecksums(text: string): ReadonlyMap<string, string> | undefined {
  const found = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)];
  const hashes = new Map(found.map(([, sha256, name]) => [name!, sha256!]));
  return checksumsText(hashes) === text ? hashes : undefined;
}
