/** A claimed job. If `inFlight`, it first makes the requested revision public. Then it indexes the public revision. */
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
  /** Age of the oldest unfinished release or indexing since its request; 0 if there is none. */
  readonly oldestSeconds: number;
  /** Time since the oldest due job became due; 0 if none is due. Grows while no worker runs. */
  readonly lagSeconds: number;
}
