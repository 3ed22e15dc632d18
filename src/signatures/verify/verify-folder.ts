import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import {
  EVIDENCE_FILES,
  jsonText,
  type NotesInEvidence,
  type PublicationInEvidence,
} from '../evidence-files.js';
import { keySetOf, type PublicKey, thumbprintOf } from '../signer.js';
import { AuditFacts, verifyAudit } from './verify-audit.js';
import {
  comparedWithChecksums,
  EvidenceOnDisk,
  hasMembers,
  sortedByVersion,
  type VersionFiles,
} from './evidence-on-disk.js';
import { verifyDecisions } from './verify-decisions.js';
import { readKeys } from './verify-file.js';
import type { FileFailure } from './verify-release.js';
import { type CheckedVersion, type CheckedVersions, verifyVersions } from './verify-versions.js';

export interface FolderVerification {
  readonly failures: readonly FileFailure[];
  readonly publication: PublicationInEvidence | null;
  /** Number of versions whose Markdown was checked. */
  readonly versions: number;
  /** Number of records whose signature and chain are valid. */
  readonly records: number;
  /** Number of erased records, which are present only as hashes. */
  readonly withheld: number;
  readonly auditLines: number;
  /** What the folder cannot prove, each as the end of a sentence. */
  readonly notProved: readonly string[];
}

/**
 * Checks a folder that `publications evidence` wrote. What must be in the folder follows from its records. If files
 * differ from their checksums, reports only these files, but not the consequences for other files.
 * @param keysFile a JWK Set; by default the JWK Set in the folder
 * @throws Error if the folder cannot be read, or has no `SHA256SUMS`
 */
export async function verifyFolder(path: string, keysFile?: string): Promise<FolderVerification> {
  const names = await readdir(path);
  const changed = await comparedWithChecksums(path, names);
  const folder = new EvidenceOnDisk(path);
  const { versions: files, unknown } = sortedByVersion(names);
  for (const name of unknown)
    folder.fail(name, 'checksums', 'The file does not belong to the evidence.');
  const checked = await checkReleases(folder, files, join(path, EVIDENCE_FILES.keys), keysFile);
  const audit = await checkAudit(folder, path);
  const publication = await checkPublication(folder, checked.versions, audit.facts);
  await folder.json<NotesInEvidence>(EVIDENCE_FILES.notes, 'notes', ['notes']);
  await verifyDecisions(folder, checked.versions, publication, audit.facts);
  return {
    failures: merged(changed, folder.failures),
    publication,
    versions: files.filter(({ hasMarkdown }) => hasMarkdown).length,
    records: checked.records,
    withheld: withheldIn(files),
    auditLines: audit.lines,
    notProved: notProved(checked.versions, audit.facts, keysFile !== undefined),
  };
}

/** If files differ from their checksums, all other failures can be consequences, and are left out. */
function merged(
  changed: readonly FileFailure[],
  found: readonly FileFailure[],
): readonly FileFailure[] {
  if (changed.length === 0) return found;
  const files = new Set(changed.map(({ file }) => file));
  const causes = found.filter(({ file }) => files.has(file));
  const explained = new Set(causes.map(({ file }) => file));
  return [...causes, ...changed.filter(({ file }) => !explained.has(file))];
}

async function checkReleases(
  folder: EvidenceOnDisk,
  files: readonly VersionFiles[],
  ownKeys: string,
  keysFile: string | undefined,
): Promise<CheckedVersions> {
  const own = await readKeys(ownKeys).catch((error: Error) => error);
  const given = keysFile === undefined ? own : await readKeys(keysFile).catch((e: Error) => e);
  if (own instanceof Error) folder.fail(EVIDENCE_FILES.keys, 'keys', own.message);
  else await checkKeys(folder, own, files);
  if (given instanceof Error && keysFile !== undefined)
    folder.fail(keysFile, 'keys', given.message);
  if (given instanceof Error) {
    const versions = files.map((each) => ({
      ...each,
      facts: undefined,
      isErased: !each.hasMarkdown,
    }));
    return { versions, records: 0 };
  }
  return verifyVersions(folder, files, given);
}

/** Checks that the file of keys is as the service writes it, and has the key of each record. */
async function checkKeys(
  folder: EvidenceOnDisk,
  { keys }: JSONWebKeySet,
  files: readonly VersionFiles[],
): Promise<void> {
  const file = EVIDENCE_FILES.keys;
  const text = String(await folder.bytes(file));
  const isWritten = text === jsonText(keySetOf(keys as unknown as readonly PublicKey[]));
  if (!isWritten || keys.some(({ kid, x }) => x === undefined || thumbprintOf(x) !== kid)) {
    folder.fail(file, 'keys', 'Keys: the file was changed after it was written.');
    return;
  }
  for (const { name } of files.flatMap(({ records }) => records).filter((each) => !each.isHash)) {
    const kid = kidOf(String(await folder.bytes(name)));
    if (kid === undefined || keys.some((key) => key.kid === kid)) continue;
    folder.fail(file, 'keys', `Keys: the file has no public key for the signature of ${name}.`);
  }
}

/** Returns the id of the key that a JWS names; `undefined` if the JWS is malformed, which is reported elsewhere. */
function kidOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid;
  } catch {
    return undefined;
  }
}

/** Checks the audit. @returns also its facts, if it is valid */
async function checkAudit(
  folder: EvidenceOnDisk,
  path: string,
): Promise<{ readonly lines: number; readonly facts: AuditFacts | undefined }> {
  const file = EVIDENCE_FILES.audit;
  if (!(await folder.bytes(file).then(Boolean, () => false))) {
    folder.fail(file, 'audit', 'The file is missing.');
    return { lines: 0, facts: undefined };
  }
  const facts = new AuditFacts();
  const stream = createReadStream(join(path, file)) as AsyncIterable<Buffer>;
  const { failures, lines } = await verifyAudit(stream, (line) => facts.add(line));
  for (const { part, message } of failures) folder.fail(file, part, message);
  return { lines, facts: failures.length > 0 ? undefined : facts };
}

/** Checks that records and audit are of the document in `publication.json`. */
async function checkPublication(
  folder: EvidenceOnDisk,
  versions: readonly CheckedVersion[],
  audit: AuditFacts | undefined,
): Promise<PublicationInEvidence | null> {
  const file = EVIDENCE_FILES.publication;
  const members = ['id', 'accountId', 'locale', 'slug', 'erased'] as const;
  const publication = await folder.json<PublicationInEvidence>(file, 'publication', members);
  if (!publication) return null;
  const { id, accountId, locale, slug, erased } = publication;
  const fault = (what: string): void => folder.fail(file, 'publication', `Publication: ${what}.`);
  const isOther = versions.some(
    ({ facts }) => facts && (facts.locale !== locale || facts.slug !== slug),
  );
  if (isOther) fault('the records belong to another document');
  if (!audit) return publication;
  if (audit.owners.size > 0 && !isDeepStrictEqual([...audit.owners], [`${id} ${accountId}`])) {
    fault('the audit belongs to another document');
  }
  const erasures = audit.erasures.filter(({ version }) => version === null);
  const isKnown = erased
    ? hasMembers(erased, ['at', 'reason']) &&
      erasures.some(({ at, reason }) => isDeepStrictEqual(erased, { at, reason }))
    : erasures.length === 0;
  if (!isKnown) fault('the audit and the folder disagree on whether the document was erased');
  return publication;
}

const withheldIn = (files: readonly VersionFiles[]): number =>
  files.flatMap(({ records }) => records).filter(({ isHash }) => isHash).length;

function notProved(
  versions: readonly CheckedVersion[],
  audit: AuditFacts | undefined,
  hasKeys: boolean,
): string[] {
  const published = [...(audit?.publishes.values() ?? [])].map(({ version }) => version);
  const unreleased = [...new Set(published)].filter(
    (number) => number !== null && versions.every(({ version }) => version !== number),
  );
  const newest = versions.at(-1)?.version ?? 0;
  return [
    `that the folder is complete: versions released after version ${newest}, or lines after the last line of the audit, may be missing`,
    'that the decisions, notes and audit are true in what the signed records do not contain',
    ...(hasKeys
      ? []
      : ['that the public keys belong to the publisher: they come from the folder itself']),
    ...(unreleased.length > 0
      ? [
          `whether version ${unreleased.join(', ')} was ever released: the audit lists a publish, but the folder has no file of the version`,
        ]
      : []),
    ...(withheldIn(versions) > 0
      ? ['what the erased records contained: only their hashes are left']
      : []),
  ];
}
