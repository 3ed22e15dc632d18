import { Injectable } from '@nestjs/common';
import { AuditLines } from '../audit/audit-lines.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { Database } from '../platform/database/database.js';
import type { Progress } from '../platform/progress/progress.js';
import { keySetOf } from '../signatures/key-set.js';
import { type RecordedTexts, recordIn, signedMarkdown } from '../signatures/record.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import {
  type DecisionInEvidence,
  earlierRecordFile,
  EVIDENCE_FILES,
  HASH_SUFFIX,
  type PublicationInEvidence,
  versionFiles,
} from './evidence-files.js';
import { EvidenceFolder } from './evidence-folder.js';
import { COUNT_RELEASES, READ_PUBLICATION, READ_RELEASES } from './evidence.statements.js';

/** Number of releases per query. All texts of one query are in memory at the same time. */
const BATCH = 20;

export interface EvidenceReport {
  readonly folder: string;
  readonly versions: number;
  /** Number of signed records, including erased ones. */
  readonly records: number;
  /** Number of versions whose text was erased. */
  readonly erased: number;
  readonly auditLines: number;
}

interface Release {
  readonly version: number;
  readonly publishedAt: Date | null;
  readonly approvedBy: string | null;
  readonly approvedVia: 'desk' | 'host' | 'key' | null;
  readonly approvedIn: string | null;
  readonly accountName: string | null;
  /** `null` if the version was erased, or released again later. */
  readonly texts: RecordedTexts | null;
  /** `null` if the version was erased. */
  readonly jws: string | null;
  /** Position of the record in the chain, from 1. */
  readonly recordNumber: number;
  readonly sha256: string;
  /** `false` if the same version was released again later. */
  readonly isLatest: boolean;
  readonly decision: DecisionInEvidence['decision'];
  readonly erased: DecisionInEvidence['erased'];
}

/** Writes the files that an auditor needs to check a document without the service (contract 15). */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Writes a folder with every released version of a publication, and its records, decisions and audit. Creates no
   * folder if writing fails.
   * @throws FolderFault; Error if the publication does not exist, was never released, or `signal` aborts
   */
  async write(
    id: string,
    path: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<EvidenceReport> {
    const [publication] = await this.database.rows<PublicationInEvidence>(READ_PUBLICATION, [id]);
    if (!publication) throw new Error(`There is no publication ${id}.`);
    const [released] = await this.database.rows<{ count: number }>(COUNT_RELEASES, [id]);
    if (released!.count === 0) throw new Error(`Publication ${id} was never released.`);
    progress.start('Writing', released!.count);
    const report = { folder: path, versions: 0, records: 0, erased: 0, auditLines: 0 };
    await EvidenceFolder.write(path, async (folder) => {
      await folder.addJson(EVIDENCE_FILES.publication, publication);
      for await (const release of this.releases(id)) {
        if (signal.aborted) throw new Error('Interrupted: nothing was written.');
        report.versions += release.isLatest ? 1 : 0;
        report.records += 1;
        report.erased += release.erased ? 1 : 0;
        await this.addRelease(folder, publication, release);
        progress.step();
      }
      // The keys are read after the records, so that the key of every record is included.
      await folder.addJson(EVIDENCE_FILES.keys, keySetOf(await this.keys.publicKeys()));
      const lines = await this.auditOf(publication);
      report.auditLines = lines.length;
      await folder.add(EVIDENCE_FILES.audit, lines.join(''));
    });
    return report;
  }

  private async *releases(id: string): AsyncGenerator<Release> {
    let after: readonly [version: number, record: number] = [0, 0];
    for (;;) {
      const rows = await this.database.rows<Release>(READ_RELEASES, [id, ...after, BATCH]);
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = [last.version, last.recordNumber];
    }
  }

  private async addRelease(
    folder: EvidenceFolder,
    publication: PublicationInEvidence,
    release: Release,
  ): Promise<void> {
    const { version, recordNumber, isLatest, sha256, jws, texts } = release;
    const files = versionFiles(version);
    const record = isLatest ? files.record : earlierRecordFile(version, recordNumber);
    if (jws === null) await folder.add(record + HASH_SUFFIX, `${sha256}\n`);
    else await folder.add(record, jws);
    if (!isLatest) return;
    if (jws !== null && texts !== null) {
      await folder.add(files.markdown, signedMarkdown(recordIn(jws), texts));
    }
    const { publishedAt, decision, erased } = release;
    await folder.addJson(files.decision, {
      version,
      publishedAt: publishedAt!.toISOString(),
      decision,
      erased: erased ?? publication.erased,
    } satisfies DecisionInEvidence);
  }

  /**
   * Finds the audit lines of a publication. The audit has no index by publication, so this method reads and filters all
   * lines of the account. The time of the publication is no bound: the clock of the database may have gone back since.
   */
  private async auditOf({ id, accountId }: PublicationInEvidence): Promise<string[]> {
    const lines = new AuditLines();
    const found: string[] = [];
    for await (const page of this.audit.read(accountId, null)) {
      const ours = page.filter(({ publicationId }) => publicationId === id);
      found.push(...ours.map((entry) => lines.add(entry)));
    }
    return found;
  }
}
