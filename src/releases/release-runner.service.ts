import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics.js';
import { traced } from '../platform/tracing/tracing.js';
import { RenderFault } from '../rendering/rendered-document.js';
import type { PublishErrorCode } from '../documents/release-facts.js';
import { type ReleaseJob, ReleaseJobsService } from './release-jobs.service.js';
import { IndexFault } from '../search/entry.js';
import { ReleaseSteps } from './release-steps.service.js';

/** After this many attempts, an infrastructure fault makes the job fail permanently (contract 3). */
const MAX_ATTEMPTS = 8;
/** A document that takes too much time or memory this many times fails permanently (contract 3). */
const MAX_TIMEOUTS = 3;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

const ENDED_WORKERS =
  'The worker ended each time before it could finish the document; change the document, then publish again.';
const INFRASTRUCTURE = 'The service tried several times and could not finish; publish again.';

/**
 * Runs a claimed job: makes its revision public and searchable. A fault of the document is final; after other faults,
 * the job is retried (contract 3).
 */
@Injectable()
export class ReleaseRunner {
  private readonly logger = new Logger(ReleaseRunner.name);

  constructor(
    private readonly steps: ReleaseSteps,
    private readonly jobs: ReleaseJobsService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Runs a job to its end. Never rejects. If an outcome cannot be recorded, the job can be claimed again when its lease
   * ends.
   */
  run(job: ReleaseJob): Promise<void> {
    const { publicationId, requestedVersion, attempts, traceparent } = job;
    const attributes = {
      'imprimatur.publication_id': publicationId,
      'imprimatur.version': requestedVersion,
      'imprimatur.attempt': attempts,
    };
    return traced('release', attributes, () => this.carryOut(job), traceparent);
  }

  private async carryOut(job: ReleaseJob): Promise<void> {
    if (job.attempts > MAX_ATTEMPTS) return this.giveUp(job);
    try {
      await (job.inFlight ? this.steps.publish(job) : this.steps.index(job));
    } catch (error) {
      await this.recorded(job, this.settle(job, error));
    }
  }

  /** Fails a job whose last allowed attempt recorded no outcome, most likely because the worker process ended. */
  private giveUp(job: ReleaseJob): Promise<void> {
    const code = job.inFlight ? 'render_failed' : 'index_failed';
    return this.recorded(job, this.end(job, code, ENDED_WORKERS));
  }

  private recorded({ publicationId }: ReleaseJob, recording: Promise<void>): Promise<void> {
    return recording.catch((error: unknown) => {
      this.logger.error({ err: error, publicationId }, 'Not recorded.');
    });
  }

  private async settle(job: ReleaseJob, error: unknown): Promise<void> {
    const { publicationId, attempts } = job;
    const end = endOf(job, error);
    this.logger.warn({ err: error, publicationId, attempts }, end?.code ?? 'Tried again.');
    if (!end) return this.jobs.retryLater(job, retryDelay(attempts, Math.random()));
    await this.end(job, end.code, end.message);
  }

  private async end(job: ReleaseJob, code: PublishErrorCode, message: string): Promise<void> {
    await this.jobs.markFailed(job, code, message);
    this.metrics.releaseFailures.inc({ code });
  }
}

/** Returns the error of a job that fails permanently; `undefined`: the job is retried. */
function endOf(
  { attempts, inFlight }: ReleaseJob,
  error: unknown,
): { code: PublishErrorCode; message: string } | undefined {
  const isOver = error instanceof RenderFault && error.code === 'render_timeout';
  if (isOver && attempts < MAX_TIMEOUTS) return undefined;
  if (error instanceof RenderFault && inFlight) return { code: error.code, message: error.message };
  const code = inFlight ? 'release_failed' : 'index_failed';
  if (error instanceof RenderFault || error instanceof IndexFault) {
    return { code, message: error.message };
  }
  return attempts >= MAX_ATTEMPTS ? { code, message: INFRASTRUCTURE } : undefined;
}

/**
 * Returns the delay in ms after an attempt: 1 s after attempt 1, then doubling up to 60 s (contract 3). Jitter shortens
 * the delay by up to half; `random` is between 0 and 1.
 */
function retryDelay(attempt: number, random: number): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
  return Math.round(full / 2 + (full / 2) * random);
}
