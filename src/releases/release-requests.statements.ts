import type { Statement } from '../platform/database/statement.js';
import { RELEASE_FACTS } from './release-facts.js';

/**
 * Names a revision for release: $1 publication, $2 version. No row comes back where that revision is
 * in flight already, or is public and its indexing is done or still due; CONTRACT 3 accepts a publish
 * of what is public only when its indexing failed for good. An older revision never replaces a newer.
 */
export const REQUEST_RELEASE: Statement = {
  name: 'release_request',
  text: `
    INSERT INTO release AS l (publication_id, requested_version, requested_at, in_flight, attempts, due_at, fencing_token)
    VALUES ($1, $2, now(), true, 0, now(), 1)
    ON CONFLICT (publication_id) DO UPDATE SET
      requested_version = excluded.requested_version,
      requested_at = excluded.requested_at,
      in_flight = l.published_version IS DISTINCT FROM excluded.requested_version,
      error = NULL,
      attempts = 0,
      due_at = excluded.due_at,
      fencing_token = l.fencing_token + 1
    WHERE excluded.requested_version >= l.requested_version
      AND NOT (l.in_flight AND l.requested_version = excluded.requested_version)
      AND NOT (l.published_version IS NOT DISTINCT FROM excluded.requested_version
               AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version))
    RETURNING ${RELEASE_FACTS}`,
};

/** Whether nothing is left to wait for (CONTRACT 4): $1 publications. */
export const SETTLED_RELEASES: Statement = {
  name: 'release_settled',
  text: `
    SELECT publication_id AS id FROM release
    WHERE publication_id = ANY ($1::uuid[])
      AND (error IS NOT NULL
           OR (NOT in_flight AND indexed_version IS NOT DISTINCT FROM published_version))`,
};
