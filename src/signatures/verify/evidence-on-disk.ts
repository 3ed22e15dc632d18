import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFailure, Part } from './verify-release.js';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  CHECKSUMS_FILE,
  EVIDENCE_FILES,
  HASH_SUFFIX,
  jsonText,
  readChecksums,
} from '../evidence-files.js';

/** The files of a folder of evidence, and the failures found so far. */
export class EvidenceOnDisk {
  readonly failures: FileFailure[] = [];

  constructor(private readonly path: string) {}

  fail(file: string, part: Part, message: string): void {
    this.failures.push({ file, part, message });
  }

  bytes(file: string): Promise<Buffer> {
    return readFile(join(this.path, file));
  }

  /**
   * Reads a file of JSON with these members, in this order. Reports the file and returns `null` if a byte of it differs
   * from what the service would write for the same value.
   */
  async json<T extends object>(
    file: string,
    part: Part,
    members: readonly (keyof T & string)[],
  ): Promise<T | null> {
    const text = await this.bytes(file).then(String, () => undefined);
    try {
      const value = JSON.parse(text ?? '') as T | null;
      if (text === jsonText(value) && hasMembers(value, members)) return value;
    } catch {
      // Invalid JSON is reported below, as is JSON with other members or other bytes.
    }
    this.fail(
      file,
      part,
      text === undefined ? 'The file is missing.' : 'The file was changed after it was written.',
    );
    return null;
  }
}

/** Whether a value is an object with exactly these members, in this order. */
export const hasMembers = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join(' ') === names.join(' ');

const PARTS: readonly [ending: string, part: Part][] = [
  ['.md', 'Markdown'],
  ['.jws', 'record'],
  ['.jws.sha256', 'chain'],
  ['.decision.json', 'decision'],
  [EVIDENCE_FILES.keys, 'keys'],
  [EVIDENCE_FILES.audit, 'audit'],
  [EVIDENCE_FILES.publication, 'publication'],
  [EVIDENCE_FILES.notes, 'notes'],
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
    throw new Error(`${path} is not a folder of evidence: ${CHECKSUMS_FILE} is missing.`);
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
  message: `The file ${what}.`,
});

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** A record in a folder of evidence, or the hash of an erased record. */
export interface RecordFile {
  readonly name: string;
  readonly version: number;
  /** Position in the chain, as the file name states it, from 1; `undefined` for the newest record of a version. */
  readonly number: number | undefined;
  readonly isHash: boolean;
}

export interface VersionFiles {
  readonly version: number;
  readonly hasMarkdown: boolean;
  readonly hasDecision: boolean;
  /** The records of the version, in the order of the chain. */
  readonly records: readonly RecordFile[];
}

const SINGLE_FILES: ReadonlySet<string> = new Set([
  ...Object.values(EVIDENCE_FILES),
  CHECKSUMS_FILE,
]);
const OF_VERSION =
  /^version-([1-9]\d{0,8})(?:\.record-([1-9]\d{0,8}))?\.(md|jws|jws\.sha256|decision\.json)$/;

/** Sorts the names in a folder of evidence by version. @returns also the names that no folder of evidence has */
export function sortedByVersion(names: readonly string[]): {
  readonly versions: readonly VersionFiles[];
  readonly unknown: readonly string[];
} {
  const versions = new Map<number, VersionFiles & { records: RecordFile[] }>();
  const unknown: string[] = [];
  for (const name of names) {
    if (SINGLE_FILES.has(name)) continue;
    const [, digits, position, kind] = OF_VERSION.exec(name) ?? [];
    const isRecord = kind === 'jws' || kind === `jws${HASH_SUFFIX}`;
    if (kind === undefined || (position !== undefined && !isRecord)) {
      unknown.push(name);
      continue;
    }
    const version = Number(digits);
    const before = versions.get(version);
    const number = position === undefined ? undefined : Number(position);
    versions.set(version, {
      version,
      hasMarkdown: kind === 'md' || before?.hasMarkdown === true,
      hasDecision: kind === 'decision.json' || before?.hasDecision === true,
      records: [
        ...(before?.records ?? []),
        ...(isRecord ? [{ name, version, number, isHash: kind !== 'jws' }] : []),
      ],
    });
  }
  for (const { records } of versions.values()) {
    records.sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity));
  }
  const inOrder = [...versions.values()].toSorted((one, other) => one.version - other.version);
  return { versions: inOrder, unknown };
}
