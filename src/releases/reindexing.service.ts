import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { NO_ID } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import { type ReleaseJob, ReleaseJobsService } from './release-jobs.service.js';
import { RenderFault } from '../rendering/rendered-document.js';
import { IndexFault } from '../search/entry.js';
import { DraftIndex } from './draft-index.service.js';
import { ReleaseSteps } from './release-steps.service.js';

export interface ReindexReport {
  readonly indexed: number;
  /** Number of documents whose working revisions were queued for the workers. */
  readonly workingRevisions: number;
  /**
   * Number of documents that could not be claimed, because they stayed in flight. The releases in flight index these
   * documents.
   */
  readonly inFlight: number;
  readonly faults: readonly { readonly id: string; readonly message: string }[];
  /**
   * Whether `signal` aborted the run. The next run indexes the rest. If the next run has `all`, it indexes all
   * documents again.
   */
  readonly interrupted: boolean;
}

export interface ReindexScope {
  /**
   * Whether to index all public documents, not only those that are not indexed, or whose indexing failed, and to queue
   * all working revisions. The workers index these revisions.
   */
  readonly all: boolean;
  /** Whether to render all public documents again, and to index them. */
  readonly render: boolean;
}

/** Maximum number of documents in one claim. */
const MAX_HELD = 4;
/** Pause between two attempts to claim documents in flight. */
const REVISIT_PAUSE_MS = 250;
/**
 * If the run cannot claim any document in flight for this time, the run ends. The workers then index these documents.
 */
const REVISIT_TIMEOUT_MS = 15_000;

/**
 * Indexes public documents with the steps of a release (contract 10). Each document is claimed like a job. A later
 * release or withdrawal supersedes the claim, so older words never replace newer words. If this process is killed, a
 * worker or the next run indexes the documents that the process had claimed.
 */
@Injectable()
export class Reindexing {
  constructor(
    private readonly jobs: ReleaseJobsService,
    private readonly steps: ReleaseSteps,
    private readonly drafts: DraftIndex,
  ) {}

  /**
   * Indexes public documents; documents in flight come last. Stops early if `signal` aborts.
   * @throws any error except faults of a document, which are in the report
   */
  async reindex(
    scope: ReindexScope,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ReindexReport> {
    const { render } = scope;
    const all = scope.all || render;
    // Working revisions are queued first. Indexing a public revision also puts this revision into the draft index, if
    // the public revision is the working revision. If the revision were queued afterwards, it would be indexed twice.
    const workingRevisions = scope.all ? await this.drafts.indexAllAnew(signal) : 0;
    progress.start(render ? 'Rendering' : 'Indexing', await this.jobs.countIndexable(all));
    const done = { indexed: 0, faults: [] as { id: string; message: string }[] };
    /** Indexes some of the documents `ids`, and returns the others: in flight, locked, or taken over meanwhile. */
    const indexSome = async (ids: readonly string[]): Promise<string[]> => {
      const jobs = await this.jobs.claimToIndex(all, ids, MAX_HELD);
      const renewal = this.jobs.renewLeases(() => jobs);
      const work = Promise.all(jobs.map((job) => this.index(job, render)));
      const outcomes = await work.finally(() => clearInterval(renewal));
      const settled = new Set<string>();
      for (const [place, { publicationId: id }] of jobs.entries()) {
        const outcome = outcomes[place]!;
        if (outcome === 'superseded') continue;
        if (outcome === 'indexed') done.indexed += 1;
        else done.faults.push({ id, message: outcome.message });
        settled.add(id);
        progress.step();
      }
      return ids.filter((id) => !settled.has(id));
    };
    let left: readonly string[] = [];
    for (let after = NO_ID; !signal.aborted;) {
      const ids = await this.jobs.findToIndex(all, after, MAX_HELD);
      if (ids.length === 0) break;
      left = left.concat(await indexSome(ids));
      after = ids.at(-1)!;
    }
    let end = performance.now() + REVISIT_TIMEOUT_MS;
    while (left.length > 0 && !signal.aborted && performance.now() < end) {
      const waiting = await indexSome(await this.jobs.stillToIndex(all, left));
      if (waiting.length < left.length) end = performance.now() + REVISIT_TIMEOUT_MS;
      else await sleep(REVISIT_PAUSE_MS);
      left = waiting;
    }
    return { ...done, workingRevisions, inFlight: left.length, interrupted: signal.aborted };
  }

  /** Indexes one claimed document; with `render`, also replaces its HTML by a new rendering. */
  private async index(
    job: ReleaseJob,
    render: boolean,
  ): Promise<'indexed' | 'superseded' | RenderFault | IndexFault> {
    try {
      return (await this.steps.index(job, render)) ? 'indexed' : 'superseded';
    } catch (error) {
      if (!(error instanceof RenderFault || error instanceof IndexFault)) throw error;
      await this.jobs.markFailed(job, 'index_failed', error.message);
      return error;
    }
  }
}
