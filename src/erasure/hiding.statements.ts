import type { Statement } from '../platform/database/statement.js';

/* What the transaction does with which an erasure begins, and how it is waited until all others know of it. */

const statement = (name: string, text: string): Statement => ({ name: `erase_${name}`, text });

/** Publication $1, locked as by every write of it. */
export const LOCK_PUBLICATION = statement(
  'lock_publication',
  `
    SELECT account_id AS "accountId", locale, slug, version, created_at AS "createdAt"
      FROM publication WHERE id = $1 FOR NO KEY UPDATE`,
);

/**
 * A document without revisions: at version 0, which none has. Every read of a document joins its working revision, and
 * every write is guarded by its version, those of the version of this service before included, and those that wait for
 * this lock: from the commit on there is no such document for any of them. The draft index has nothing to put.
 */
export const HIDE_DOCUMENT = statement(
  'hide_document',
  `UPDATE publication SET version = 0, searched_version = 0 WHERE id = $1`,
);

/** Ends a release of publication $1 in flight, and forgets what was public and who was named. */
export const END_RELEASE = statement(
  'end_release',
  `
    UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                       indexed_version = NULL, attempts = 0, due_at = NULL,
                       fencing_token = fencing_token + 1, approved_by = NULL, requested_approved_by = NULL,
                       error = NULL
     WHERE publication_id = $1
    RETURNING publication_id`,
);

/** What may speak against the erasure of revision $2 of publication $1; no row: it is not there. */
export const READ_STANDING = statement(
  'revision_standing',
  `
    SELECT l.published_version IS NOT DISTINCT FROM r.version AS "isPublic",
           coalesce(l.in_flight AND l.requested_version = r.version, false) AS "isInFlight",
           r.created_at AS "writtenAt", r.key_id AS "keyId", coalesce(r.channel, r.door) AS channel,
           r.client, v.published_at AS "publishedAt"
      FROM revision r
      LEFT JOIN release l ON l.publication_id = r.publication_id
      LEFT JOIN released_revision v ON v.publication_id = r.publication_id AND v.version = r.version
     WHERE r.publication_id = $1 AND r.version = $2`,
);

/** Makes every write that waits for publication $1 look again: it is not the row any more that they saw. */
export const TOUCH_PUBLICATION = statement(
  'touch_publication',
  `UPDATE publication SET version = version WHERE id = $1`,
);

/** The moment by the clock of the database, in full. */
export const NOW = statement('now', `SELECT clock_timestamp()::text AS now`);

/** Transactions of this service, in all its processes, that began before $1 and are not over. */
export const OLDER_TRANSACTIONS = statement(
  'older_transactions',
  `
    SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
       AND backend_type = 'client backend' AND xact_start < $1::timestamptz`,
);
