/** A claimed piece of work: first make a revision public (where `inFlight`), then index what is public. */
export interface ReleaseJob {
  readonly publicationId: string;
  readonly accountId: string;
  readonly requestedVersion: number;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  readonly requestedAt: Date;
  /** Which claim this is since the last accepted publish or finished step; the first is 1. */
  readonly attempts: number;
  readonly fencingToken: number;
  /** The trace to which the publish belongs; `null`: none was recorded. */
  readonly traceparent: string | null;
}

/** The queue at one moment. */
export interface QueueStatus {
  readonly depth: number;
  /** Age of the oldest request that is not settled. */
  readonly oldestSeconds: number;
  /** How long the one that is due first has been due; long where no worker runs. */
  readonly lagSeconds: number;
}
