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
  /** The decision to release the public revision. */
  readonly decisionId: string | null;
}

/** Who approved a release, and how (contract 7). */
export interface ReleaseApproval {
  /** The stated approver; `null`: none was stated, or the approver was erased. */
  readonly approvedBy: string | null;
  /** How the approver confirmed the release; `null`: no approver was stated. */
  readonly approvedVia: ApprovedVia | null;
  /** The program in which the approver confirmed the release, as that program states; `null`: no host confirmed it. */
  readonly approvedIn: string | null;
  /** The approver who released the revision at the desk; `null`: it was released in another way. */
  readonly approverId: string | null;
}

/** The first two members of a `ReleaseApproval`, which answers about publications have. */
export type Approved = Pick<ReleaseApproval, 'approvedBy' | 'approvedVia'>;

const ifNamed = (column: string): string =>
  `CASE WHEN approval.decided_by IS NOT NULL THEN ${column} END`;

/** The columns of `Approved`, from decision `approval` to make the release: only this row names the approver. */
export const APPROVED_COLUMNS = `
  approval.decided_by AS "approvedBy", ${ifNamed('approval.via')} AS "approvedVia"`;

/** The columns of a `ReleaseApproval`, from the same row. */
export const APPROVAL_COLUMNS = `${APPROVED_COLUMNS},
  ${ifNamed(`CASE approval.via WHEN 'host' THEN approval.client ->> 'name' END`)} AS "approvedIn",
  ${ifNamed(`CASE approval.via WHEN 'desk' THEN approval.key_id END`)} AS "approverId"`;

/** The facts as columns, for a query that joins table `release` as `l`. An outer join is allowed. */
export const RELEASE_FACTS = `
  l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
  l.published_version AS "publishedVersion", ${timestampText('l.published_at')} AS "publishedAt",
  CASE WHEN l.withdrawn_at IS NOT NULL THEN (
    SELECT json_strip_nulls(json_build_object('at', ${timestampText('l.withdrawn_at')}, 'notice', max(gone.notice),
                                              'supersededBy', max(gone.superseded_by::text)))
    FROM page AS gone WHERE gone.publication_id = l.publication_id) END AS withdrawn, l.indexed_version AS "indexedVersion", l.error AS "publishError",
  l.decision_id AS "decisionId"`;

/** SQL for `error` when the index holds the public revision: `index_failed` is cleared, other errors stay. */
export const OTHER_ERROR = `CASE WHEN error ->> 'code' = 'index_failed' THEN NULL ELSE error END`;
