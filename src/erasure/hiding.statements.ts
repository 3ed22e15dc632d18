import { statement } from './erasure.statements.js';

/* Statements of the transaction that hides the text. */

/** Reads publication $1, and locks its row as every write to the publication does. */
export const LOCK_PUBLICATION = statement(
  'lock_publication',
  `
    SELECT account_id AS "accountId", locale, slug, version
      FROM publication WHERE id = $1 FOR NO KEY UPDATE`,
);

/**
 * Sets the version of publication $1 to 0. No revision has the number 0. Reads join the revision that has the version
 * of the publication, and writes check this version. So after the commit, no read and no write finds the document. This
 * also holds for writes that waited for the lock.
 * `searched_version` 0 means that there is no draft to index.
 */
export const HIDE_DOCUMENT = statement(
  'hide_document',
  `UPDATE publication SET version = 0, searched_version = 0 WHERE id = $1`,
);

/** Cancels the release of publication $1 if it is in flight, and clears its public version and error. */
export const END_RELEASE = statement(
  'end_release',
  `
    UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                       indexed_version = NULL, attempts = 0, due_at = NULL,
                       fencing_token = fencing_token + 1, decision_id = NULL, error = NULL
     WHERE publication_id = $1
    RETURNING publication_id`,
);

/**
 * Reads whether revision $2 of publication $1 is public or in flight, and the facts that its erasure stores. Returns no
 * row if the revision does not exist.
 */
export const READ_STANDING = statement(
  'revision_standing',
  `
    SELECT l.published_version IS NOT DISTINCT FROM r.version AS "isPublic",
           coalesce(l.in_flight AND l.requested_version = r.version, false) AS "isInFlight",
           r.created_at AS "writtenAt", r.key_id AS "keyId", r.channel AS channel,
           r.client, v.published_at AS "publishedAt"
      FROM revision r
      LEFT JOIN release l ON l.publication_id = r.publication_id
      LEFT JOIN released_version v ON v.publication_id = r.publication_id AND v.version = r.version
     WHERE r.publication_id = $1 AND r.version = $2`,
);

/** Updates publication $1 without changing it, so that writes that wait for its lock read the row again. */
export const TOUCH_PUBLICATION = statement(
  'touch_publication',
  `UPDATE publication SET version = version WHERE id = $1`,
);
