import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import type { RevisionToRelease } from './revision-to-release.sql.js';
import { RevisionsService } from './revisions.service.js';
import { FORGET_DRAFTS, PUT_DRAFT } from '../search/draft-entries.sql.js';
import { entryValues } from '../search/put-entry.sql.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { DraftEntry } from './render-job.js';
import { countWarnings, RenderJobs } from './render-jobs.service.js';

/** The index in which accounts search their working revisions, with the warnings about them (contract 4, 16). */
@Injectable()
export class DraftIndex {
  constructor(
    private readonly database: Database,
    private readonly revisions: RevisionsService,
    private readonly renderJobs: RenderJobs,
    private readonly metrics: Metrics,
  ) {}

  /** Indexes the working revision of a publication. Does nothing if it is indexed, or if the publication was erased. */
  async index(publicationId: string): Promise<void> {
    const revision = await this.revisions.readUnindexed(publicationId);
    if (revision) await this.put(revision, await this.renderJobs.draftEntry(revision));
  }

  /**
   * Makes the sweep index every document again. Stops early if `signal` aborts. Returns the number of documents that
   * were indexed before; all others wait already.
   */
  async indexAllAnew(signal: AbortSignal): Promise<number> {
    let forgotten = 0;
    for (let last: string | null = NO_ID; last !== null && !signal.aborted;) {
      type Row = { forgotten: number; last: string | null };
      const rows: Row[] = await this.database.worker.rows<Row>(FORGET_DRAFTS, [last]);
      forgotten += rows[0]!.forgotten;
      ({ last } = rows[0]!);
    }
    return forgotten;
  }

  private async put(
    { id: publicationId, version, accountId, title }: RevisionToRelease,
    entry: DraftEntry,
  ): Promise<void> {
    const values = { publicationId, version, ...entryValues({ accountId, title, ...entry }) };
    const { length: isNew } = await this.database.worker.rows(PUT_DRAFT, PUT_DRAFT.values(values));
    if (isNew) countWarnings(this.metrics, entry);
  }
}
