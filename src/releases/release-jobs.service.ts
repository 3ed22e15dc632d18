import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, HeartbeatDatabase, WorkerDatabase } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import { run, type Statement } from '../platform/database/statement.js';
import type { PublishErrorCode } from './publish-error.js';
import type { IndexingJob, QueueStatus, ReleaseJob } from './release-job.js';
import {
  CLAIM_INDEXABLE,
  CLAIM_JOBS,
  COUNT_INDEXABLE,
  EXTEND_LEASES,
  GIVE_BACK,
  LEAVE_INDEXED,
  MARK_FAILED,
  MARK_INDEXED,
  MARK_PUBLISHED,
  QUEUE_STATUS,
  RETRY_LATER,
  WITHDRAW_RELEASE,
} from './release-jobs.statements.js';
import { ReleaseSignals } from './release-signals.js';

/** When a revision became public, and how long the step took: since its accepted publish or, to index it, since then. */
export interface StepDone {
  readonly publishedAt: Date;
  readonly seconds: number;
}

/** How long a claim holds; a worker that lives extends it, a killed one frees its jobs this soon. */
export const LEASE_MS = 5_000;

/**
 * The release table as a queue, for workers (CONTRACT 3). Every change names the job's fencing token:
 * whoever was overtaken by a newer publish, a withdrawal or another worker changes nothing.
 */
@Injectable()
export class ReleaseJobsService {
  private servedLast = NO_ID;

  constructor(
    private readonly database: WorkerDatabase,
    private readonly heartbeats: HeartbeatDatabase,
    private readonly other: Database,
    private readonly signals: ReleaseSignals,
  ) {}

  /** Takes up to `max` due jobs, of accounts in turn: the one served last comes last. */
  async claim(max: number): Promise<ReleaseJob[]> {
    const claimed = await this.database.rows<ReleaseJob & { readonly turn: number }>(CLAIM_JOBS, [
      max,
      LEASE_MS,
      this.servedLast,
    ]);
    const inTurn = claimed.toSorted((a, b) => a.turn - b.turn);
    this.servedLast = inTurn.at(-1)?.accountId ?? this.servedLast;
    return inTurn;
  }

  async extendLeases(jobs: readonly ReleaseJob[]): Promise<void> {
    await this.heartbeats.rows(EXTEND_LEASES, [...columnsOf(jobs), LEASE_MS]);
  }

  async giveBack(jobs: readonly ReleaseJob[]): Promise<void> {
    await this.database.rows(GIVE_BACK, columnsOf(jobs));
  }

  /** Makes the requested revision the public one; `null` where the job was overtaken. */
  async markPublished(tx: EntityManager, job: ReleaseJob): Promise<StepDone | null> {
    const [row] = await run<StepDone>(tx, MARK_PUBLISHED, held(job));
    return row ?? null;
  }

  /** Says that the index holds the public revision; `null` where the job was overtaken. */
  async markIndexed(tx: EntityManager, job: ReleaseJob): Promise<StepDone | null> {
    const [row] = await run<StepDone>(tx, MARK_INDEXED, held(job));
    return row ?? null;
  }

  /** Ends the job with an error that the client sees. */
  async markFailed(job: ReleaseJob, code: PublishErrorCode, message: string): Promise<void> {
    await this.settle(job, MARK_FAILED, [code, message]);
  }

  async retryLater(job: ReleaseJob, delayMs: number): Promise<void> {
    await this.database.rows(RETRY_LATER, [...held(job), delayMs]);
  }

  /** Cancels what is in flight and forgets what was public; false where there was neither. */
  async withdraw(tx: EntityManager, publicationId: string): Promise<boolean> {
    return (await run(tx, WITHDRAW_RELEASE, [publicationId])).length > 0;
  }

  /** How many public documents there are to index: all, or those that the index lacks. */
  async countIndexable(all: boolean): Promise<number> {
    const [row] = await this.database.rows<{ count: number }>(COUNT_INDEXABLE, [all]);
    return row!.count;
  }

  /** Takes some of them in the order of their ids, those after `after`; none: that was the last. */
  async claimIndexable(all: boolean, after: string, most: number): Promise<IndexingJob[]> {
    const jobs = await this.database.rows<IndexingJob>(CLAIM_INDEXABLE, [
      all,
      after,
      most,
      LEASE_MS,
    ]);
    return jobs.toSorted((a, b) => (a.publicationId < b.publicationId ? -1 : 1));
  }

  /** Ends an indexing that failed: what the index held before, it holds; what it lacks has failed. */
  async giveUpIndexing(job: IndexingJob, message: string): Promise<void> {
    if (job.wasReady) await this.settle(job, LEAVE_INDEXED, []);
    else await this.markFailed(job, 'index_failed', message);
  }

  async queueStatus(): Promise<QueueStatus> {
    const [status] = await this.other.rows<QueueStatus>(QUEUE_STATUS);
    return status!;
  }

  private async settle(job: ReleaseJob, statement: Statement, values: unknown[]): Promise<void> {
    await this.database.rows(statement, [...held(job), ...values]);
    this.signals.settled(job.publicationId);
  }
}

const held = (job: ReleaseJob): [string, number] => [job.publicationId, job.fencingToken];

const columnsOf = (jobs: readonly ReleaseJob[]): [string[], number[]] => [
  jobs.map((job) => job.publicationId),
  jobs.map((job) => job.fencingToken),
];
