/**
 * A claimed job. If `inFlight` is true, the job first makes the requested revision public. Each job then indexes the
 * public revision.
 */
export interface ReleaseJob {
  readonly publicationId: string;
  readonly accountId: string;
  readonly requestedVersion: number;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  readonly requestedAt: Date;
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
