import { Injectable } from '@nestjs/common';
import { AuditLines } from '../audit/audit-lines.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { APPROVAL_COLUMNS, type ReleaseApproval } from '../documents/release-facts.js';
import { Database } from '../platform/database/database.js';
import type { Progress } from '../platform/progress/progress.js';
import { keySetOf } from './signer.js';
import { type RecordedTexts, recordIn, sha256Of, signedMarkdown } from './record.js';
import { SigningKeys } from './signing-keys.service.js';
import {
  CHECKSUMS_FILE,
  checksumsText,
  type DecisionInEvidence,
  earlierRecordFile,
  EVIDENCE_FILES,
  HASH_SUFFIX,
  jsonText,
  type NotesInEvidence,
  type PublicationInEvidence,
  versionFiles,
} from './evidence-files.js';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.js';
import { newId } from '../platform/ids/ids.js';
import { type Statement, timestampText } from '../platform/database/statement.js';

/** Reads the account, path and erasure of publication $1. */
export const READ_PUBLICATION: Statement = {
  name: 'evidence_publication',
  text: `
    SELECT p.id, p.account_id AS "accountId", p.locale, p.slug,
           (SELECT json_build_object('at', ${timestampText('erased_at')}, 'reason', reason)
              FROM erasure AS e WHERE e.publication_id = p.id AND e.version = 0) AS erased
      FROM publication AS p WHERE p.id = $1`,
};

/** Counts the erasures of publication $1 and of its revisions, and those of them that must be run again. */
const COUNT_ERASURES: Statement = {
  name: 'evidence_erasures_count',
  text: `
    SELECT count(*)::integer AS count, count(*) FILTER (WHERE finished_at IS NULL)::integer AS unfinished
      FROM erasure WHERE publication_id = $1`,
};

/** Counts the releases of publication $1, for the progress bar. */
export const COUNT_RELEASES: Statement = {
  name: 'evidence_releases_count',
  text: `
    SELECT count(*)::integer AS count FROM signed_record WHERE publication_id = $1`,
};

/**
 * Reads at most $4 releases of publication $1, starting after the release with version $2 and record $3. Each release
 * has its stored version, its signed record and its decision. If a version was released several times, its earlier
 * releases have only a record.
 */
export const READ_RELEASES: Statement = {
  name: 'evidence_releases',
  text: `
    SELECT record.version, record.number AS "recordNumber",
           encode(record.sha256, 'hex') AS sha256, record.jws, v.version IS NOT NULL AS "isLatest",
           v.published_at AS "publishedAt", ${APPROVAL_COLUMNS}, v.account_name AS "accountName",
           (SELECT json_build_object('description', document ->> 'description', 'markdown', content)
              FROM revision AS r WHERE r.publication_id = $1 AND r.version = v.version) AS texts,
           (SELECT to_json(fields) FROM (
              SELECT id, ${timestampText('created_at')} AS at, decided_by AS by, via, channel, key_id AS "keyId", client,
                     request_id AS "requestId",
                     json_build_object('version', nullif(public_version, 0)) AS "publicThen"
                FROM decision WHERE id = v.decision_id) AS fields) AS decision,
           (SELECT coalesce(json_agg(json_build_object(
                     'id', id, 'at', ${timestampText('created_at')}, 'by', decided_by, 'keyId', key_id,
                     'requestId', request_id) ORDER BY number), '[]')
              FROM decision WHERE publication_id = $1 AND decision.version = v.version
                              AND outcome = 'approved') AS approvals,
           (SELECT json_build_object('at', ${timestampText('erased_at')}, 'reason', reason)
              FROM erasure AS e WHERE e.publication_id = $1 AND e.version = v.version) AS erased
      FROM signed_record AS record
           LEFT JOIN released_version AS v
             ON v.publication_id = record.publication_id AND v.record_number = record.number
           LEFT JOIN decision AS approval ON approval.id = v.decision_id
     WHERE record.publication_id = $1 AND (record.version, record.number) > ($2, $3)
     ORDER BY 1, 2 LIMIT $4`,
};

/** Reads the notes of approvers on publication $1. */
export const READ_NOTES: Statement = {
  name: 'evidence_notes',
  text: `
    SELECT id, ${timestampText('created_at')} AS at, version, field, section, quote, text, noted_by AS by,
           approver_id AS "approverId", answered_version AS "answeredIn",
           CASE WHEN closed_at IS NOT NULL
             THEN json_build_object('at', ${timestampText('closed_at')}, 'by', closed_by) END AS closed
      FROM note WHERE publication_id = $1 ORDER BY created_at, id`,
};

/** A folder that gets its final name only when it is complete. */
export class EvidenceFolder {
  private readonly hashes = new Map<string, string>();

  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
  ) {}

  /**
   * Creates the folder `path` with the files that `work` adds, and their checksums. If `work` fails, no folder `path`
   * remains.
   * @throws Error if the folder already exists, or cannot be created
   */
  static async write(path: string, work: (folder: EvidenceFolder) => Promise<void>): Promise<void> {
    const whole = resolve(path);
    if (existsSync(whole)) throw new Error(`${path} exists already: name another folder.`);
    makeFolder(dirname(whole));
    const folder = new EvidenceFolder(whole, `${whole}.${newId()}.tmp`);
    try {
      await mkdir(folder.unfinished);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`The folder ${path} cannot be made (${code}).`, { cause: error });
    }
    try {
      await work(folder);
      await writeFile(join(folder.unfinished, CHECKSUMS_FILE), checksumsText(folder.hashes));
      await rename(folder.unfinished, folder.path);
    } catch (error) {
      await rm(folder.unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  async add(name: string, content: string): Promise<void> {
    this.hashes.set(name, sha256Of(content));
    await writeFile(join(this.unfinished, name), content);
  }

  addJson(name: string, content: unknown): Promise<void> {
    return this.add(name, jsonText(content));
  }
}

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

interface Release extends ReleaseApproval {
  readonly version: number;
  readonly publishedAt: Date | null;
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
  readonly approvals: DecisionInEvidence['approvals'];
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
   * @throws Error if the folder exists or cannot be created, the publication does not exist, was never released or is
   *   being erased, or `signal` aborts
   */
  async write(
    id: string,
    path: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<EvidenceReport> {
    const erasures = await this.finishedErasures(id);
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
      const notes = await this.database.rows<NotesInEvidence['notes'][number]>(READ_NOTES, [id]);
      await folder.addJson(EVIDENCE_FILES.notes, { notes } satisfies NotesInEvidence);
      // The keys are read after the records, so that the key of every record is included.
      await folder.addJson(EVIDENCE_FILES.keys, keySetOf(await this.keys.publicKeys()));
      const lines = await this.auditOf(publication);
      report.auditLines = lines.length;
      await folder.add(EVIDENCE_FILES.audit, lines.join(''));
      if ((await this.finishedErasures(id)) !== erasures)
        throw new Error(`Publication ${id} was erased meanwhile: run the command again.`);
    });
    return report;
  }

  /** Counts the erasures of a publication. @throws Error if one is not finished, so that some of its text is left */
  private async finishedErasures(id: string): Promise<number> {
    type Erasures = Readonly<Record<'count' | 'unfinished', number>>;
    const [erasures] = await this.database.rows<Erasures>(COUNT_ERASURES, [id]);
    const { count, unfinished } = erasures!;
    if (unfinished === 0) return count;
    throw new Error(
      `An erasure of publication ${id} is not finished: first run the erasure again.`,
    );
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
    const { publishedAt, decision, approvals, erased } = release;
    await folder.addJson(files.decision, {
      version,
      publishedAt: publishedAt!.toISOString(),
      decision,
      approvals,
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
