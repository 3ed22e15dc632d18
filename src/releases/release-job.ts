/** A claimed piece of work: first make a revision public (where `inFlight`), then index what is public. */
export interface ReleaseJob {
  readonly publicationId: string;
  readonly accountId: string;
  readonly requestedVersion: number;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  readonly requestedAt: Date;
  /** The number of claims since the last accepted publish or finished step, from 1. */
  readonly attempts: number;
  readonly fencingToken: number;
  /** The trace to which the publish belongs; `null`: none was recorded. */
  readonly traceparent: string | null;
}

export interface QueueStatus {
  readonly depth: number;
  /** Age of the oldest request that is not settled. */
  readonly oldestSeconds: number;
  /** How long the first due job has been due; long where no worker runs. */
  readonly lagSeconds: number;
}
