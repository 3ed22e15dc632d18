import { Injectable } from '@nestjs/common';
import { NO_ID } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import type { IndexingJob } from '../releases/release-job.js';
import { ReleaseJobsService } from '../releases/release-jobs.service.js';
import { RenderFault } from '../rendering/render-fault.js';
import { IndexFault } from '../search/index-fault.js';
import { ReleaseSteps } from './release-steps.service.js';

/** What an indexing of many documents came to. */
export interface ReindexReport {
  readonly indexed: number;
  /** The documents that could not be indexed, and why. */
  readonly faults: readonly { readonly id: string; readonly message: string }[];
  /** It was ended early; run again, it takes what is not indexed, or begins anew. */
  readonly interrupted: boolean;
}

/** Documents at once, as a worker holds them. */
const AT_ONCE = 4;

/**
 * Indexes public documents by the steps of a release (CONTRACT 10). Each is claimed like a job: a
 * release or withdrawal that comes meanwhile overtakes it, so that older words never replace newer
 * ones; and if this process dies, a worker or the next run finishes what it held.
 */
@Injectable()
export class Reindexing {
  constructor(
    private readonly jobs: ReleaseJobsService,
    private readonly steps: ReleaseSteps,
  ) {}

  /**
   * Indexes all public documents, or those that the index lacks. Ends early, with whole documents, when
   * `signal` aborts. Anything but a fault of a document is thrown.
   */
  async reindex(all: boolean, progress: Progress, signal: AbortSignal): Promise<ReindexReport> {
    progress.start('Indexing', await this.jobs.countIndexable(all));
    let indexed = 0;
    const faults: { id: string; message: string }[] = [];
    let after = NO_ID;
    while (!signal.aborted) {
      const jobs = await this.jobs.claimIndexable(all, after, AT_ONCE);
      if (jobs.length === 0) break;
      after = jobs.at(-1)!.publicationId;
      const messages = await Promise.all(jobs.map((job) => this.index(job)));
      for (const [place, message] of messages.entries()) {
        if (message === null) indexed += 1;
        else faults.push({ id: jobs[place]!.publicationId, message });
        progress.step();
      }
    }
    return { indexed, faults, interrupted: signal.aborted };
  }

  /** `null`, or what is wrong with the document. */
  private async index(job: IndexingJob): Promise<string | null> {
    try {
      await this.steps.index(job, await this.steps.reread(job));
      return null;
    } catch (error) {
      if (!(error instanceof RenderFault || error instanceof IndexFault)) throw error;
      await this.jobs.giveUpIndexing(job, error.message);
      return error.message;
    }
  }
}
