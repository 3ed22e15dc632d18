/** Why a release or an indexing failed for good (contract 2, 3). */
export const PUBLISH_ERROR_CODES = [
  'render_failed',
  'render_timeout',
  'release_failed',
  'index_failed',
] as const;
export type PublishErrorCode = (typeof PUBLISH_ERROR_CODES)[number];

/** The `publishError` of a publication; stands until the next accepted publish. */
export interface PublishError {
  readonly code: PublishErrorCode;
  readonly message: string;
  /** The revision that failed. */
  readonly version: number;
  /** RFC 3339, UTC. */
  readonly failedAt: string;
}
