/** What an accepted write can be (CONTRACT 1). */
export type Operation = 'create' | 'update' | 'publish';

/** A write that asks to be accepted, after validation. */
export interface Write {
  readonly operation: Operation;
  /** The publication that is written; for a create, the id that it will have. */
  readonly publicationId: string;
  /** The revision that the write makes or, for a publish, names. */
  readonly version: number;
  /** The normalised input without members equal to their default; what retries are compared by. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Checked by `idempotencyKey`. */
  readonly idempotencyKey: string;
}
