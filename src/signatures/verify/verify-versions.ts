import type { JSONWebKeySet } from 'jose';
import { versionFiles } from '../evidence-files.js';
import { type ReleaseRecord, sha256Of } from '../record.js';
import type { EvidenceOnDisk, RecordFile, VersionFiles } from './evidence-on-disk.js';
import { verifyRelease, WITHHELD } from './verify-release.js';

/** A version in a folder of evidence, as far as its files are valid. */
export interface CheckedVersion extends VersionFiles {
  /** The record; `undefined` if the version was erased, or if the record is missing or not valid. */
  readonly facts: ReleaseRecord | undefined;
  /** Whether the folder has no text of the version, and has to say that it was erased. */
  readonly isErased: boolean;
}

export interface CheckedVersions {
  readonly versions: readonly CheckedVersion[];
  /** Number of records whose signature and chain are valid. */
  readonly records: number;
}

/** A record in the chain, with what stands before it. */
interface Link {
  readonly file: RecordFile;
  readonly jws: string;
  /** SHA-256 of the record. */
  readonly sha256: string;
}

/**
 * Checks all records as one chain, and the Markdown of each version with its record. Versions are released in the order
 * of their numbers. So the file names give the order of the chain, and a record that is missing, added or renamed is
 * found.
 */
export async function verifyVersions(
  folder: EvidenceOnDisk,
  versions: readonly VersionFiles[],
  keys: JSONWebKeySet,
): Promise<CheckedVersions> {
  const checked: CheckedVersion[] = [];
  let [position, records] = [0, 0];
  let before: Link | undefined;
  for (const files of versions) {
    const { records: own } = files;
    checkNames(folder, files);
    let facts: ReleaseRecord | undefined;
    for (const file of own) {
      position += 1;
      if (file.number !== undefined && file.number !== position) {
        folder.fail(
          file.name,
          'chain',
          `Chain: the file name says record ${file.number} of the document, but this is record ${position}.`,
        );
      }
      const link: Link = await linkOf(folder, file);
      const isNewest = file === own.at(-1);
      const record = await checkRecord(folder, files, { link, before, isNewest, keys });
      if (record) records += 1;
      if (isNewest) facts = record;
      before = link;
    }
    checked.push({ ...files, facts, isErased: own.at(-1)?.isHash === true });
  }
  return { versions: checked, records };
}

/** Checks which files the version has. An erasure removes the text and all records of a version together. */
function checkNames(folder: EvidenceOnDisk, files: VersionFiles): void {
  const { version, hasMarkdown, hasDecision, records } = files;
  const { markdown, record, decision } = versionFiles(version);
  if (!hasDecision) folder.fail(decision, 'decision', 'The file is missing.');
  const newest = records.filter(({ number }) => number === undefined);
  if (newest.length === 0) folder.fail(record, 'record', 'The file is missing.');
  const isHash = records.some((file) => file.isHash);
  if (newest.length > 1 || records.some((file) => file.isHash !== isHash)) {
    folder.fail(
      record,
      'record',
      'The version has both a signed record and the hash of an erased record.',
    );
  }
  if (isHash && hasMarkdown)
    folder.fail(markdown, 'Markdown', 'The file must not exist, because its record was erased.');
  if (!isHash && !hasMarkdown) folder.fail(markdown, 'Markdown', 'The file is missing.');
}

async function linkOf(folder: EvidenceOnDisk, file: RecordFile): Promise<Link> {
  const bytes = await folder.bytes(file.name);
  const jws = bytes.toString('latin1');
  if (!file.isHash) return { file, jws, sha256: sha256Of(bytes) };
  if (!/^[0-9a-f]{64}\n$/.test(jws))
    folder.fail(file.name, 'chain', 'The file does not contain a SHA-256.');
  return { file, jws, sha256: jws.slice(0, 64) };
}

/** Checks a record with the record before it, and the newest record of a version also with the Markdown. */
async function checkRecord(
  folder: EvidenceOnDisk,
  { version, hasMarkdown }: VersionFiles,
  {
    link,
    before,
    isNewest,
    keys,
  }: { link: Link; before: Link | undefined; isNewest: boolean; keys: JSONWebKeySet },
): Promise<ReleaseRecord | undefined> {
  const { file, jws } = link;
  if (file.isHash) return undefined;
  const markdownFile = versionFiles(version).markdown;
  const markdown = isNewest && hasMarkdown ? await folder.bytes(markdownFile) : undefined;
  let isAsked = false;
  const previous = (sha256: string) => {
    // Only the record before this one is checked here. It is checked with the record before it by its own call.
    const isBefore = isAsked || (before !== undefined && before.sha256 === sha256);
    const found = !isBefore ? undefined : isAsked || before!.file.isHash ? WITHHELD : before!.jws;
    isAsked = true;
    return Promise.resolve(found);
  };
  const { failures, record } = await verifyRelease({ markdown, jws, keys, previous });
  for (const { part, message } of failures) {
    folder.fail(part === 'Markdown' ? markdownFile : file.name, part, message);
  }
  if (!record || failures.some(({ part }) => part !== 'Markdown')) return undefined;
  if (record.previous === null && before) {
    folder.fail(
      file.name,
      'chain',
      `Chain: this record is the first one, so ${before.file.name} cannot come before it.`,
    );
  } else if (record.version !== version) {
    folder.fail(
      file.name,
      'record',
      `The record belongs to version ${record.version}, not to the version in its file name.`,
    );
  } else return record;
  return undefined;
}
