import type { Withdrawn } from './publication-state.js';
import { timestampText } from '../platform/database/statement.js';

/** Reasons why a release or an indexing failed permanently (contract 2, 3). */
export const PUBLISH_ERROR_CODES = [
  'render_failed',
  'render_timeout',
  'release_failed',
  'index_failed',
] as const;
export type PublishErrorCode = (typeof PUBLISH_ERROR_CODES)[number];

/**
 * The `publishError` of a publication. The next accepted publish clears any error. A successful indexing clears only
 * `index_failed`.
 */
export interface PublishError {
  readonly code: PublishErrorCode;
  readonly message: string;
  readonly version: number;
  /** RFC 3339, UTC. */
  readonly failedAt: string;
}

/** Ways to confirm a release (contract 2). */
export const APPROVED_VIA = ['desk', 'host', 'key'] as const;
export type ApprovedVia = (typeof APPROVED_VIA)[number];

/** Facts about the release of one publication; all except `inFlight` are `null` before its first publish. */
export interface ReleaseFacts {
  /** The newest revision whose release was requested. */
  readonly requestedVersion: number | null;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  /** RFC 3339, UTC, with milliseconds. */
  readonly publishedAt: string | null;
  /** `null` if there was no withdrawal, or the document became public again. */
  readonly withdrawn: Withdrawn | null;
  readonly indexedVersion: number | null;
  readonly publishError: PublishError | null;
  /** The stated approver of the public revision. */
  readonly approvedBy: string | null;
  /** How the approver confirmed the release; `null`: no approver was stated. */
  readonly approvedVia: ApprovedVia | null;
}

/**
 * Makes the SQL expression for the way in which the approver confirmed a release of `version`: the way of the decision
 * `decisionId`, which the accepted publish stored in the release row. If no approver was stated, the way is `NULL`.
 */
export const approvedVia = (decisionId: string, version: string, approvedBy: string): string => `
  CASE WHEN ${approvedBy} IS NOT NULL THEN
    coalesce((SELECT via FROM decision WHERE id = ${decisionId} AND version = ${version}), 'key') END`;

/**
 * Makes the SQL expression for the name of the program in which the approver confirmed a release of `version`, as its
 * host says. `NULL` if no host confirmed the release, or the client stated no name.
 */
export const approvedIn = (decisionId: string, version: string, approvedBy: string): string => `
  CASE WHEN ${approvedBy} IS NOT NULL THEN
    (SELECT client ->> 'name' FROM decision WHERE id = ${decisionId} AND version = ${version} AND via = 'host') END`;

/**
 * Makes the SQL expression for the id of the approver who released `version` at the desk. `NULL` if it was released in
 * another way.
 */
export const approverId = (decisionId: string, version: string, approvedBy: string): string => `
  CASE WHEN ${approvedBy} IS NOT NULL THEN
    (SELECT key_id FROM decision WHERE id = ${decisionId} AND version = ${version} AND via = 'desk') END`;

/** The facts as columns, for a query that joins table `release` as `l`. An outer join is allowed. */
export const RELEASE_FACTS = `
  l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
  l.published_version AS "publishedVersion", ${timestampText('l.published_at')} AS "publishedAt",
  CASE WHEN l.withdrawn_at IS NOT NULL THEN (
    SELECT json_strip_nulls(json_build_object('at', ${timestampText('l.withdrawn_at')}, 'notice', max(gone.notice),
                                              'supersededBy', max(gone.superseded_by::text)))
    FROM page AS gone WHERE gone.publication_id = l.publication_id) END AS withdrawn, l.indexed_version AS "indexedVersion", l.error AS "publishError",
  l.approved_by AS "approvedBy",
  ${approvedVia('l.decision_id', 'l.published_version', 'l.approved_by')} AS "approvedVia"`;

/** SQL for `error` when the index holds the public revision: `index_failed` is cleared, other errors stay. */
export const OTHER_ERROR = `CASE WHEN error ->> 'code' = 'index_failed' THEN NULL ELSE error END`;
