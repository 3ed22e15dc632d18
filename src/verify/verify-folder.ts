import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import {
  type DecisionInEvidence,
  EVIDENCE_FILES,
  type PublicationInEvidence,
  versionFiles,
} from '../evidence/evidence-files.js';
import type { ReleaseRecord } from '../signatures/record.js';
import { comparedWithChecksums, partOf } from './changed-files.js';
import { readMarkdown } from './read-markdown.js';
import { verifyAudit } from './verify-audit.js';
import { readKeys, type RecordsInFolder, recordsIn } from './verify-file.js';
import { type Failure, type FileFailure, verifyRelease, WITHHELD } from './verify-release.js';

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
}

/**
 * Checks a folder that `publications evidence` wrote. Reports each changed file, but not the consequences of the change
 * for other files, such as a broken chain.
 * @param keysFile a JWK Set; by default the JWK Set in the folder
 * @throws Error if the folder cannot be read, or has no `SHA256SUMS`
 */
export async function verifyFolder(path: string, keysFile?: string): Promise<FolderVerification> {
  const names = await readdir(path);
  const checksums = await comparedWithChecksums(path, names);
  const folder = new EvidenceOnDisk(path, new Set(names), await recordsIn(path));
  const keys = await readKeys(keysFile ?? join(path, EVIDENCE_FILES.keys)).catch(
    (error: Error) => error,
  );
  if (keys instanceof Error) folder.fail(keysFile ?? EVIDENCE_FILES.keys, 'keys', keys.message);
  else await folder.checkReleases(keys);
  const auditLines = await folder.checkAudit();
  const publication = await folder.checkPublication();
  const { versions, records, withheld } = folder;
  const failures = merged(checksums, folder.failures);
  return { failures, publication, versions, records, withheld, auditLines };
}

/**
 * Merges both lists. Omits the failures in `found` that are only consequences of changed files. Omits the failures in
 * `changed` of files that also have a failure in `found`.
 */
function merged(
  changed: readonly FileFailure[],
  found: readonly FileFailure[],
): readonly FileFailure[] {
  const files = new Set(changed.map(({ file }) => file));
  const isRecordChanged = [...files].some((file) => ['record', 'chain'].includes(partOf(file)));
  const isConsequence = ({ file, part }: FileFailure): boolean =>
    !files.has(file) &&
    ((part === 'chain' && isRecordChanged) ||
      (['signature', 'record', 'chain'].includes(part) && files.has(EVIDENCE_FILES.keys)));
  const causes = found.filter((failure) => !isConsequence(failure));
  const explained = new Set(causes.map(({ file }) => file));
  return [...causes, ...changed.filter(({ file }) => !explained.has(file))];
}

interface DecisionFile {
  readonly file: string;
  readonly decision: NonNullable<DecisionInEvidence['decision']>;
}

class EvidenceOnDisk {
  readonly failures: FileFailure[] = [];
  versions = 0;
  records = 0;
  private readonly read: ReleaseRecord[] = [];
  private readonly decided: DecisionFile[] = [];

  constructor(
    private readonly path: string,
    private readonly names: ReadonlySet<string>,
    private readonly inFolder: RecordsInFolder,
  ) {}

  get withheld(): number {
    return this.inFolder.withheld.size;
  }

  fail(file: string, part: Failure['part'], message: string): void {
    this.failures.push({ file, part, message });
  }

  /** Checks all records with their chains, Markdown and decisions, then the versions without a record. */
  async checkReleases(keys: JSONWebKeySet): Promise<void> {
    for (const [name, jws] of this.inFolder.byName) {
      const markdownFile = `${name}.md`;
      const markdown = this.names.has(markdownFile) ? await this.bytes(markdownFile) : undefined;
      const { failures, record } = await verifyRelease({
        markdown,
        jws,
        keys,
        previous: (sha256) =>
          Promise.resolve(
            this.inFolder.withheld.has(sha256) ? WITHHELD : this.inFolder.byHash.get(sha256),
          ),
      });
      for (const { part, message } of failures) {
        this.fail(part === 'Markdown' ? markdownFile : `${name}.jws`, part, message);
      }
      if (markdown) this.versions += 1;
      if (!record || failures.some(({ part }) => part !== 'Markdown')) continue;
      this.records += 1;
      this.read.push(record);
      if (markdown) await this.checkDecision(record);
    }
    this.checkPublicThen();
    await this.checkUnsigned();
  }

  /**
   * Checks the versions without a record. These versions were released before the service signed records. Therefore
   * their Markdown must name no record.
   */
  private async checkUnsigned(): Promise<void> {
    for (const file of this.names) {
      const [, name] = /^(version-\d+)\.md$/.exec(file) ?? [];
      if (name === undefined || this.inFolder.byName.has(name)) continue;
      try {
        const { fields } = readMarkdown(await this.bytes(file));
        if (fields['record'] !== undefined) {
          this.fail(`${name}.jws`, 'record', `The record that ${file} names is not here.`);
        }
        this.versions += 1;
      } catch {
        this.fail(file, 'Markdown', 'Markdown: it cannot be read as it was released.');
      }
    }
  }

  /** Checks that the decision agrees with the signed record in version, time and approver. */
  private async checkDecision({
    version,
    publishedAt,
    approvedBy,
    approvedVia,
  }: ReleaseRecord): Promise<void> {
    const { decision: file } = versionFiles(version);
    const written = await this.json<DecisionInEvidence>(file, 'decision');
    if (!written) return;
    const { decision } = written;
    const isSigned =
      written.version === version &&
      written.publishedAt === publishedAt &&
      (!decision || (decision.by === approvedBy && decision.via === approvedVia));
    if (!isSigned) this.fail(file, 'decision', 'Decision: it differs from what was signed.');
    else if (decision) this.decided.push({ file, decision });
  }

  /**
   * Checks `publicThen` of each decision. If the version in `publicThen` has a record, this version must be the last
   * version that was released before the decision.
   */
  private checkPublicThen(): void {
    for (const { file, decision } of this.decided) {
      const version = decision.publicThen?.version;
      const before = this.read.filter(({ publishedAt }) => publishedAt <= decision.at);
      const last = before.reduce<ReleaseRecord | undefined>(
        (newest, each) => (newest && newest.publishedAt > each.publishedAt ? newest : each),
        undefined,
      );
      const isKnown = this.read.some((record) => record.version === version);
      if (!isKnown || last?.version === version) continue;
      this.fail(file, 'decision', `Decision: version ${version} was not public then.`);
    }
  }

  /** Checks the audit file, if the folder has an audit file. @returns the number of valid lines */
  async checkAudit(): Promise<number> {
    if (!this.names.has(EVIDENCE_FILES.audit)) return 0;
    const stream = createReadStream(join(this.path, EVIDENCE_FILES.audit));
    const { failures, lines } = await verifyAudit(stream as AsyncIterable<Buffer>);
    for (const { part, message } of failures) this.fail(EVIDENCE_FILES.audit, part, message);
    return lines;
  }

  /** Checks that every valid record belongs to the document in `publication.json`. */
  async checkPublication(): Promise<PublicationInEvidence | null> {
    const file = EVIDENCE_FILES.publication;
    const publication = await this.json<PublicationInEvidence>(file, 'publication');
    if (!publication) return null;
    const { locale, slug } = publication;
    if (this.read.some((record) => record.locale !== locale || record.slug !== slug)) {
      this.fail(file, 'publication', 'Publication: the records are of another document.');
    }
    return publication;
  }

  private bytes(file: string): Promise<Buffer> {
    return readFile(join(this.path, file));
  }

  private async json<T extends object>(file: string, part: Failure['part']): Promise<T | null> {
    try {
      const value = JSON.parse(await readFile(join(this.path, file), 'utf8')) as T | null;
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // A missing file and invalid JSON are reported below, as is JSON that is not an object.
    }
    this.fail(file, part, 'It is missing, or no JSON object.');
    return null;
  }
}
