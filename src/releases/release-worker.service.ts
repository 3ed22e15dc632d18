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
import { type ReleaseJob, ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseRunner } from './release-runner.service.js';
import { ReleaseSignals } from './release-signals.js';

/** Maximum number of jobs held at the same time, of all accounts, and of one account. */
const [MAX_HELD, MAX_OF_ONE] = [64, 4];
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
  private renewal?: NodeJS.Timeout;
  /** Whether a bound of the last claim was reached, so that more jobs can be due. */
  private isFull = false;
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
    this.renewal = this.jobs.renewLeases(() => [...this.held.keys()]);
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
    if (room === 0) return POLL_MS;
    const begun = performance.now();
    const held = [...this.held.keys()];
    const claimed = await this.jobs.claim({ room, held, maxOfOne: MAX_OF_ONE });
    for (const job of claimed) {
      addSpan('claim', job.traceparent, begun);
      this.start(job);
    }
    this.isFull = this.reachesBound();
    return POLL_MS;
  }

  private reachesBound(): boolean {
    if (this.held.size >= MAX_HELD) return true;
    const counts = new Map<string, number>();
    for (const { accountId } of this.held.keys()) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) >= MAX_OF_ONE;
  }

  private start(job: ReleaseJob): void {
    const done = this.runner.run(job).finally(() => {
      this.held.delete(job);
      if (this.isFull) this.loop.wake();
    });
    this.held.set(job, done);
  }

  private async finish(): Promise<void> {
    const over = new AbortController();
    const left = Math.max(this.end - performance.now(), 0);
    const end = sleep(left, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.held.values()), end]);
    over.abort();
  }
}
