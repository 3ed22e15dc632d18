import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import { run } from '../platform/database/connection.js';
import type { Statement } from '../platform/database/statement.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { PublishErrorCode } from '../documents/release-facts.js';
import {
  CLAIM_JOBS,
  CLAIM_TO_INDEX,
  COUNT_INDEXABLE,
  EXTEND_LEASES,
  FIND_TO_INDEX,
  GIVE_BACK,
  MARK_FAILED,
  QUEUE_STATUS,
  RETRY_LATER,
  STILL_TO_INDEX,
  WITHDRAW_RELEASE,
} from './release-jobs.statements.js';
import { ReleaseSignals } from './release-signals.js';

/** Duration of a claim that is not extended. After this time, other workers can claim the jobs of a killed worker. */
const LEASE_MS = 5_000;

/** A claimed job: makes the requested revision public if `inFlight` is true, else indexes the public revision. */
export interface ReleaseJob {
  readonly publicationId: string;
  readonly accountId: string;
  readonly requestedVersion: number;
  readonly inFlight: boolean;
  /** Number of claims since the last accepted publish or finished step, at least 1. */
  readonly attempts: number;
  readonly fencingToken: number;
  /** Trace context of the accepted publish; `null` if no trace context was recorded. */
  readonly traceparent: string | null;
}

export interface QueueStatus {
  readonly depth: number;
  /** Seconds since the oldest unfinished release or indexing was requested; 0 if all are finished. */
  readonly oldestSeconds: number;
  /** Seconds since the oldest due job became due; 0 if no job is due. The number grows while no worker runs. */
  readonly lagSeconds: number;
}

export interface ClaimBounds {
  /** Maximum number of jobs to claim. */
  readonly room: number;
  readonly held: readonly ReleaseJob[];
  /** Maximum number of jobs of one account to hold. */
  readonly maxOfOne: number;
}

/**
 * The release table as a queue for workers (contract 3). Each statement that changes a claimed job checks its fencing
 * token. So a worker whose claim is superseded changes nothing.
 */
@Injectable()
export class ReleaseJobsService {
  private readonly logger = new Logger(ReleaseJobsService.name);
  private servedLast = NO_ID;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
    private readonly signals: ReleaseSignals,
  ) {
    metrics.beforeScrape(async () => {
      const { depth, oldestSeconds } = await this.queueStatus();
      metrics.queueDepth.set(depth);
      metrics.queueOldest.set(oldestSeconds);
    });
  }

  /** Claims due jobs. Accounts take turns in the order of their ids, beginning after the account served last. */
  async claim({ room, held: jobs, maxOfOne }: ClaimBounds): Promise<readonly ReleaseJob[]> {
    const { servedLast } = this;
    const heldAccounts = jobs.map(({ accountId }) => accountId);
    const values = { room, leaseMs: LEASE_MS, servedLast, heldAccounts, maxOfOne };
    const claimed = await this.database.worker.rows<ReleaseJob>(
      CLAIM_JOBS,
      CLAIM_JOBS.values(values),
    );
    const accounts = claimed.map(({ accountId }) => accountId).toSorted();
    // The turn went around if it served an account that does not come after the last one.
    this.servedLast =
      accounts.findLast((account) => account <= servedLast) ?? accounts.at(-1) ?? servedLast;
    return claimed;
  }

  /** Extends the leases of the jobs that are held, again and again, until the caller clears the timer. */
  renewLeases(held: () => readonly ReleaseJob[]): NodeJS.Timeout {
    return setInterval(() => void this.extendLeases(held()), LEASE_MS / 3).unref();
  }

  async giveBack(jobs: readonly ReleaseJob[]): Promise<void> {
    await this.database.worker.rows(GIVE_BACK, columnsOf(jobs));
  }

  /**
   * Fails a job permanently and records the error. For a job that only repeats an indexing, records no error (see
   * `MARK_FAILED`).
   */
  async markFailed(job: ReleaseJob, code: PublishErrorCode, message: string): Promise<void> {
    await this.database.worker.rows(MARK_FAILED, [...held(job), code, message]);
    this.signals.emit('settled', [job.publicationId]);
  }

  async retryLater(job: ReleaseJob, delayMs: number): Promise<void> {
    await this.database.worker.rows(RETRY_LATER, [...held(job), delayMs]);
  }

  /**
   * Cancels the release in flight and clears the public version. Returns `false` if there was neither, and no earlier
   * withdrawal.
   * @param versions whether the addresses of the versions end too
   */
  async withdraw(tx: EntityManager, publicationId: string, versions = true): Promise<boolean> {
    return (await run(tx, WITHDRAW_RELEASE, [publicationId, versions])).length > 0;
  }

  /** Counts the public documents; if `all` is false, only those that are not indexed, or whose indexing failed. */
  async countIndexable(all: boolean): Promise<number> {
    const [row] = await this.database.worker.rows<{ count: number }>(COUNT_INDEXABLE, [all]);
    return row!.count;
  }

  /** Finds at most `max` public documents to index, with ids after `after`, in order of id. */
  findToIndex(all: boolean, after: string, max: number): Promise<readonly string[]> {
    return this.ids(FIND_TO_INDEX, [all, after, max]);
  }

  /** Returns the documents among `ids` that must still be indexed. */
  stillToIndex(all: boolean, ids: readonly string[]): Promise<readonly string[]> {
    return this.ids(STILL_TO_INDEX, [all, ids]);
  }

  /** Claims at most `max` of the documents `ids` to index. Skips those that are in flight or locked. */
  claimToIndex(all: boolean, ids: readonly string[], max: number): Promise<readonly ReleaseJob[]> {
    return this.database.worker.rows(CLAIM_TO_INDEX, [all, ids, max, LEASE_MS]);
  }

  async queueStatus(): Promise<QueueStatus> {
    const [status] = await this.database.rows<QueueStatus>(QUEUE_STATUS);
    return status!;
  }

  private async extendLeases(jobs: readonly ReleaseJob[]): Promise<void> {
    if (jobs.length === 0) return;
    try {
      await this.database.heartbeat.rows(EXTEND_LEASES, [...columnsOf(jobs), LEASE_MS]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Leases could not be extended; others may take the jobs.');
    }
  }

  private async ids(statement: Statement, values: readonly unknown[]): Promise<readonly string[]> {
    const rows = await this.database.worker.rows<{ id: string }>(statement, values);
    return rows.map(({ id }) => id);
  }
}

const held = (job: ReleaseJob): [string, number] => [job.publicationId, job.fencingToken];

const columnsOf = (jobs: readonly ReleaseJob[]): [string[], number[]] => [
  jobs.map((job) => job.publicationId),
  jobs.map((job) => job.fencingToken),
];
