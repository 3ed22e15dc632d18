/** A claimed job: makes a revision public if `inFlight`, then indexes what is public. */
export interface ReleaseJob {
  readonly publicationId: string;
  readonly accountId: string;
  readonly requestedVersion: number;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  readonly requestedAt: Date;
  /** Claims since the last accepted publish or finished step, from 1. */
  readonly attempts: number;
  readonly fencingToken: number;
  /** Trace of the publish; `null`: none was recorded. */
  readonly traceparent: string | null;
}

export interface QueueStatus {
  readonly depth: number;
  /** Age of the oldest request that is not settled. */
  readonly oldestSeconds: number;
  /** How long the first due job has been due; it grows if no worker runs. */
  readonly lagSeconds: number;
}
