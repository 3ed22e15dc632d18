import { EVIDENCE_FILES, HASH_SUFFIX } from '../evidence/evidence-files.js';
import { CHECKSUMS_FILE } from '../evidence/checksums.js';

/** A record in a folder of evidence, or the hash of an erased record. */
export interface RecordFile {
  readonly name: string;
  readonly version: number;
  /** Position in the chain, as the file name states it, from 1; `undefined` for the newest record of a version. */
  readonly number: number | undefined;
  readonly isHash: boolean;
}

/** The files of one released version. */
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
