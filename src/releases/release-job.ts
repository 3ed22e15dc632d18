/** A claimed job: makes a revision public if `inFlight`, then indexes the public revision. */
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
  /** Trace context of the accepted publish; `null`: none was recorded. */
  readonly traceparent: string | null;
}

export interface QueueStatus {
  readonly depth: number;
  /** Age of the oldest request whose release is not settled. */
  readonly oldestSeconds: number;
  /** How long the job that became due first has been due; grows while no worker runs. */
  readonly lagSeconds: number;
}
