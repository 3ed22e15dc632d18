/** What a code always has, whatever the occasion: HTTP status, title and whether waiting helps. */
interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The same request with the same idempotency key can succeed later without a change. */
  readonly retryable: boolean;
}

const kind = (status: number, title: string): ProblemKind => ({
  status,
  title,
  retryable: status === 429 || status >= 500,
});

/**
 * Every way in which the service says no, line by line as in contract 6. Closed and stable: clients branch on
 * the code. A code that is missing from a table `Record<ProblemCode, …>` does not compile.
 */
export const PROBLEM_TABLE = {
  invalid_json: kind(400, 'Invalid JSON'),
  invalid_request: kind(400, 'Invalid request'),
  invalid_cursor: kind(400, 'Invalid cursor'),
  idempotency_key_required: kind(400, 'Idempotency key required'),
  idempotency_key_invalid: kind(400, 'Idempotency key invalid'),
  unauthorized: kind(401, 'Unauthorized'),
  insufficient_scope: kind(403, 'Insufficient scope'),
  account_suspended: kind(403, 'Account suspended'),
  not_found: kind(404, 'Not found'),
  method_not_allowed: kind(405, 'Method not allowed'),
  version_conflict: kind(409, 'Version conflict'),
  path_conflict: kind(409, 'Path conflict'),
  publish_in_progress: kind(409, 'Publish in progress'),
  already_published: kind(409, 'Already published'),
  payload_too_large: kind(413, 'Payload too large'),
  unsupported_media_type: kind(415, 'Unsupported media type'),
  validation_failed: kind(422, 'Validation failed'),
  edit_failed: kind(422, 'Edit failed'),
  immutable_field: kind(422, 'Immutable field'),
  sources_required: kind(422, 'Sources required'),
  approval_required: kind(422, 'Approval required'),
  idempotency_key_reused: kind(422, 'Idempotency key reused'),
  daily_limit_exceeded: kind(429, 'Daily limit exceeded'),
  rate_limited: kind(429, 'Rate limited'),
  internal_error: kind(500, 'Internal error'),
  unavailable: kind(503, 'Service unavailable'),
} satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEM_TABLE;

/** In the order of the table. */
export const PROBLEM_CODES = Object.keys(PROBLEM_TABLE) as readonly ProblemCode[];
