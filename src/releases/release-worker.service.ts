import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import type { ReleaseJob } from './release-job.js';
import { LEASE_MS, ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import { ReleaseRunner } from './release-runner.service.js';

/**
 * Jobs held at once. The more, the fewer transactions; but who comes next waits for all of them, so that the
 * most are held only as long as each is done in `QUICK_MS`.
 */
const MAX_HELD = 16;
const MIN_HELD = 4;
const QUICK_MS = 1_000;
/** How late a request from another process is noticed at most; an own one is noticed at once. */
const POLL_MS = 100;
/** A database that is away is asked again this often. */
const AWAY_MS = 1_000;
/** What is not finished by then is given back. */
const FINISH_MS = 3_000;

/** Takes due releases, one process beside any number of others, until the process stops (contract 3). */
@Injectable()
export class ReleaseWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ReleaseWorker.name);
  private readonly held = new Map<ReleaseJob, Promise<void>>();
  private readonly renewal = setInterval(() => void this.renew(), LEASE_MS / 3).unref();
  /** How many are held at most now. */
  private mayHold = MIN_HELD;
  /** The queue may hold something that was not seen. */
  private mayBeDue = true;
  private stopping = false;
  /** When jobs in hand must be finished, by `performance.now`. */
  private end = Number.POSITIVE_INFINITY;
  private work: Promise<void> = Promise.resolve();
  /** Ends the present pause. */
  private poke: () => void = () => {};

  constructor(
    private readonly jobs: ReleaseJobsService,
    private readonly runner: ReleaseRunner,
    private readonly signals: ReleaseSignals,
    private readonly lifecycle: Lifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => this.stop());
    this.signals.on('requested', () => {
      this.mayBeDue = true;
      this.poke();
    });
    this.work = this.takeJobs();
  }

  /** Jobs in hand are finished or given back (contract 12). */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop();
    await this.work;
    await this.finish();
    clearInterval(this.renewal);
    const left = [...this.held.keys()];
    if (left.length > 0) await this.jobs.giveBack(left);
  }

  /** From now on no other job is taken; those in hand have until `FINISH_MS` from now. */
  private stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    this.end = performance.now() + FINISH_MS;
    this.poke();
  }

  private async takeJobs(): Promise<void> {
    while (!this.stopping) {
      const pause = this.pause();
      if (this.mayBeDue && this.hasRoom()) {
        const isAway = !(await this.claim());
        if (isAway) await pause(AWAY_MS);
      } else {
        const isOver = await pause(POLL_MS);
        this.mayBeDue ||= isOver;
      }
    }
  }

  /** Half of what may be held is done: fewer and larger claims. */
  private hasRoom(): boolean {
    return this.held.size <= this.mayHold / 2;
  }

  /** Takes what is due, as far as there is room; false where the database is away. */
  private async claim(): Promise<boolean> {
    const room = this.mayHold - this.held.size;
    this.mayBeDue = false;
    try {
      const claimed = await this.jobs.claim(room);
      for (const job of claimed) this.start(job);
      this.mayBeDue ||= claimed.length === room;
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'No release could be claimed.');
      this.mayBeDue = true;
      return false;
    }
  }

  private start(job: ReleaseJob): void {
    const started = performance.now();
    const done = this.runner.run(job).finally(() => {
      this.held.delete(job);
      const isQuick = performance.now() - started < QUICK_MS;
      this.mayHold = isQuick ? Math.min(this.mayHold + 1, MAX_HELD) : MIN_HELD;
      this.poke();
    });
    this.held.set(job, done);
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

  /**
   * Begun before the look for jobs, so that a request in between is not slept through; says whether it was over
   * by itself.
   */
  private pause(): (ms: number) => Promise<boolean> {
    const poked = new AbortController();
    this.poke = () => poked.abort();
    return (ms) => sleep(ms, true, { signal: poked.signal }).catch(() => false);
  }

  private async finish(): Promise<void> {
    while (this.held.size > 0 && performance.now() < this.end) {
      await this.pause()(this.end - performance.now());
    }
  }
}
