/** Why a release or an indexing failed for good (CONTRACT 2, 3). */
export type PublishErrorCode =
  'render_failed' | 'render_timeout' | 'release_failed' | 'index_failed';

/** The `publishError` of a publication; stands until the next accepted publish. */
export interface PublishError {
  readonly code: PublishErrorCode;
  readonly message: string;
  /** The revision that failed. */
  readonly version: number;
  /** RFC 3339, UTC. */
  readonly failedAt: string;
}
