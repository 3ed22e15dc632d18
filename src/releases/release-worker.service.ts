import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { addSpan } from '../platform/tracing/tracing.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import type { ReleaseJob } from './release-job.js';
import { LEASE_MS, ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseRunner } from './release-runner.service.js';
import { ReleaseSignals } from './release-signals.js';

/** Maximum number of jobs held at the same time, of all accounts. */
const MAX_HELD = 64;
/** Maximum number of jobs of one account held at the same time while other accounts have due jobs. */
const MAX_OF_ONE = 2;
/**
 * Bounds of `maxAlone`, the maximum number of jobs held while only one account has due jobs. The upper bound is high,
 * because jobs of one account that run together share transactions.
 */
const MAX_ALONE = 16;
const MIN_ALONE = 4;
/**
 * One account alone also holds at most (free room ÷ `PART_OF_ROOM`) jobs. This limit is never below `MAX_OF_ONE`. The
 * rest of the room stays free for other accounts that get due jobs later.
 */
const PART_OF_ROOM = 4;
/** A job that takes longer counts as slow. A worker that runs a suspect claims no other jobs for this time. */
const QUICK_MS = 1_000;
/** Longest delay until the worker notices a publish in another process. A publish in this process wakes the loop. */
const POLL_MS = 100;
/** Delay after a fault of the database. */
const RETRY_MS = 1_000;
/** Time for held jobs to finish at shutdown. Then the unfinished jobs are given back. */
const FINISH_MS = 3_000;

/** Claims due releases until the process stops. Any number of processes can do this (contract 3). */
@Injectable()
export class ReleaseWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ReleaseWorker.name);
  private readonly held = new Map<ReleaseJob, Promise<void>>();
  private readonly renewal = setInterval(() => void this.renew(), LEASE_MS / 3).unref();
  /**
   * Maximum number of jobs of one account held while no other account has due jobs. The number grows while jobs are
   * quick.
   */
  private maxAlone = MIN_ALONE;
  /** Whether there may be due jobs that this worker cannot claim before some of its held jobs end. */
  private leftSome = false;
  /** Until this time, by `performance.now`, the worker claims no jobs, because it runs a suspect. */
  private aloneUntil = 0;
  /** Held jobs must end by this time, by `performance.now`. */
  private end = Number.POSITIVE_INFINITY;

  private readonly loop = new PollLoop({
    work: () => this.claim(),
    retryMs: RETRY_MS,
    onError: (err) => this.logger.warn({ err }, 'No release could be claimed.'),
  });

  constructor(
    private readonly jobs: ReleaseJobsService,
    private readonly runner: ReleaseRunner,
    private readonly signals: ReleaseSignals,
    private readonly lifecycle: Lifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => void this.stop());
    this.signals.on('requested', () => this.loop.wake());
    this.loop.start();
  }

  /** Waits up to `FINISH_MS` for the held jobs, then gives back those that are not finished (contract 12). */
  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
    await this.finish();
    clearInterval(this.renewal);
    const left = [...this.held.keys()];
    if (left.length > 0) await this.jobs.giveBack(left);
  }

  /** Claims no more jobs; held jobs have `FINISH_MS` to end. */
  private stop(): Promise<void> {
    this.end = Math.min(this.end, performance.now() + FINISH_MS);
    return this.loop.stop();
  }

  /** Claims due jobs if there is room. Returns the delay until the next call, in ms. */
  private async claim(): Promise<number> {
    const room = MAX_HELD - this.held.size;
    if (room === 0 || performance.now() < this.aloneUntil) return POLL_MS;
    const isIdle = this.held.size === 0;
    const begun = performance.now();
    const claimed = await this.jobs.claim({
      room,
      held: [...this.held.keys()],
      maxOfOne: MAX_OF_ONE,
      maxAlone: Math.max(Math.min(this.maxAlone, Math.floor(room / PART_OF_ROOM)), MAX_OF_ONE),
    });
    this.leftSome = claimed.isMore || (claimed.jobs.length === 0 && !isIdle);
    for (const job of claimed.jobs) {
      addSpan('claim', job.traceparent, begun);
      this.start(job);
    }
    return POLL_MS;
  }

  private start(job: ReleaseJob): void {
    const started = performance.now();
    if (isSuspect(job)) this.aloneUntil = started + QUICK_MS;
    const done = this.runner.run(job).finally(() => {
      this.held.delete(job);
      const isQuick = performance.now() - started < QUICK_MS;
      this.maxAlone = isQuick ? Math.min(this.maxAlone + 1, MAX_ALONE) : MIN_ALONE;
      if (isSuspect(job)) this.aloneUntil = 0;
      // Wakes the loop only if the worker holds at most `maxAlone` / 2 jobs of the account. With this rule, claims are
      // fewer and larger.
      if (this.leftSome && this.heldOf(job.accountId) <= this.maxAlone / 2) this.loop.wake();
    });
    this.held.set(job, done);
  }

  private heldOf(accountId: string): number {
    return [...this.held.keys()].filter((job) => job.accountId === accountId).length;
  }

  private async renew(): Promise<void> {
    const held = [...this.held.keys()];
    if (held.length === 0) return;
    try {
      await this.jobs.extendLeases(held);
    } catch (error) {
      this.logger.warn({ err: error }, 'Leases could not be extended; others may take the jobs.');
    }
  }

  private async finish(): Promise<void> {
    const over = new AbortController();
    const left = Math.max(this.end - performance.now(), 0);
    const end = sleep(left, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.held.values()), end]);
    over.abort();
  }
}

/** Whether an earlier attempt failed or ended its worker process, perhaps because of the document. */
const isSuspect = ({ attempts }: ReleaseJob): boolean => attempts > 1;
