/**
 * Every way in which the service says no (CONTRACT 6). Closed and stable: clients branch on it.
 * A code that is missing from a table `Record<ProblemCode, …>` does not compile.
 */
export const PROBLEM_CODES = [
  'invalid_json',
  'invalid_request',
  'invalid_cursor',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'unauthorized',
  'insufficient_scope',
  'account_suspended',
  'not_found',
  'method_not_allowed',
  'version_conflict',
  'path_conflict',
  'publish_in_progress',
  'already_published',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'immutable_field',
  'sources_required',
  'idempotency_key_reused',
  'daily_limit_exceeded',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];
