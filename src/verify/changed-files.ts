import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CHECKSUMS_FILE, readChecksums } from '../evidence/checksums.js';
import { EVIDENCE_FILES } from '../evidence/evidence-files.js';
import type { FileFailure, Part } from './verify-release.js';

const PARTS: readonly [ending: string, part: Part][] = [
  ['.md', 'Markdown'],
  ['.jws', 'record'],
  ['.jws.sha256', 'chain'],
  ['.decision.json', 'decision'],
  [EVIDENCE_FILES.keys, 'keys'],
  [EVIDENCE_FILES.audit, 'audit'],
  [EVIDENCE_FILES.publication, 'publication'],
];

export const partOf = (file: string): Part =>
  PARTS.find(([ending]) => file.endsWith(ending))?.[1] ?? 'checksums';

/**
 * Compares the files of a folder with its checksums, and finds changed, missing and added files.
 * @throws Error if the folder has no checksums
 */
export async function comparedWithChecksums(
  path: string,
  names: readonly string[],
): Promise<FileFailure[]> {
  const text = await readFile(join(path, CHECKSUMS_FILE), 'latin1').catch(() => {
    throw new Error(`${path} is no folder of evidence: ${CHECKSUMS_FILE} is not there.`);
  });
  const expected = readChecksums(text);
  if (!expected) return [failure(CHECKSUMS_FILE, 'checksums', 'was changed')];
  const failures = names
    .filter((name) => name !== CHECKSUMS_FILE && !expected.has(name))
    .map((name) => failure(name, 'checksums', `is not named in ${CHECKSUMS_FILE}`));
  for (const [name, sha256] of expected) {
    if (!names.includes(name)) failures.push(failure(name, partOf(name), 'is missing'));
    else if ((await sha256OfFile(join(path, name))) !== sha256) {
      failures.push(failure(name, partOf(name), 'was changed'));
    }
  }
  return failures;
}

const failure = (file: string, part: Part, what: string): FileFailure => ({
  file,
  part,
  message: `It ${what}.`,
});

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
