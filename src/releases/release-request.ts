import type { ReleaseFacts } from '../documents/release-facts.js';

/**
 * Makes the SQL condition that the release of revision `version` can be requested in the release row `l` (contract 3).
 * The condition is false in three cases: the revision is older than the requested revision; the revision is in flight;
 * the revision is public, and its indexing is done or due.
 */
export const mayBeNamed = (version: string): string => `(
      ${version} >= l.requested_version
      AND NOT (l.in_flight AND l.requested_version = ${version})
      AND NOT (l.published_version IS NOT DISTINCT FROM ${version}
               AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version)))`;

/**
 * Returns the reason why `mayBeNamed` is false for a publication's newest revision; `undefined` if `mayBeNamed` is
 * true.
 */
export function whyNotNamed(
  release: Pick<
    ReleaseFacts,
    'requestedVersion' | 'inFlight' | 'publishedVersion' | 'indexedVersion'
  > & { readonly releaseDue: boolean },
  version: number,
): 'in_flight' | 'public' | undefined {
  const { requestedVersion, inFlight, publishedVersion, indexedVersion, releaseDue } = release;
  if (inFlight && requestedVersion === version) return 'in_flight';
  const indexed = indexedVersion === publishedVersion;
  return publishedVersion === version && (releaseDue || indexed) ? 'public' : undefined;
}

/**
 * Makes SQL that requests the release of a revision. `named` is a table of one row with the columns `publication_id`,
 * `account_id`, `version`, `decision_id` and `traceparent`. The SQL changes no row if `mayBeNamed` is false.
 */
export const requestRelease = (named: string): string => `
    INSERT INTO release AS l (publication_id, account_id, requested_version, requested_decision_id, traceparent,
                              requested_at, in_flight, attempts, due_at, fencing_token)
    SELECT publication_id, account_id, version, decision_id, traceparent, now(), true, 0, now(), 1 FROM ${named}
    ON CONFLICT (publication_id) DO UPDATE SET
      account_id = excluded.account_id,
      requested_version = excluded.requested_version,
      requested_decision_id = excluded.requested_decision_id,
      traceparent = excluded.traceparent,
      requested_at = excluded.requested_at,
      in_flight = l.published_version IS DISTINCT FROM excluded.requested_version,
      error = NULL,
      attempts = 0,
      due_at = excluded.due_at,
      fencing_token = l.fencing_token + 1
    WHERE ${mayBeNamed('excluded.requested_version')}`;
