import type { Statement } from '../platform/database/statement.js';

/*
 * Statements that remove text from the tables of all features. All are in one file, so that no table is forgotten (ADR
 * 44). Each statement changes at most one batch and returns a row for each changed row. The caller repeats a statement
 * until the statement returns no row. Only `ERASE_ACCEPTED_WRITES` works differently.
 */

/** Maximum number of rows that one statement changes, to hold locks for less than 100 ms (contract 15). */
const BATCH = 200;
/**
 * Maximum number of revisions, released revisions or pictures that one statement changes. It is smaller than `BATCH`,
 * because a revision has up to 800 kB of text.
 */
const REVISIONS = 20;
/** Maximum number of accepted writes that one statement reads. */
export const LOOKED_AT = 500;

/** The statements that remove the text of a table; `revision` is absent where a revision has none. */
export interface Removal {
  /** Removes one batch of the text of publication $1, and returns a row for each changed row. */
  readonly document: Statement;
  /** Like `document`, for revision $2 of publication $1, which is not public. */
  readonly revision?: Statement;
}

const statement = (name: string, text: string): Statement => ({ name: `erase_${name}`, text });

const ofDocument = (table: string, text: string): Removal => ({
  document: statement(`${table}_document`, text),
});

/** @param text makes the statement from the SQL condition that selects a version; '' selects all */
const ofBoth = (table: string, text: (condition: string) => string): Required<Removal> => ({
  document: statement(`${table}_document`, text('')),
  revision: statement(`${table}_revision`, text('AND version = $2')),
});

/**
 * Empties the records of the writes to publication $1; if $2 is not 0, of the writes that made or released revision $2.
 * The statement reads the next `LOOKED_AT` writes of account $3 after number $4, and returns the last write that it
 * read, and two numbers: of the changed writes, and of all writes that it read. It selects writes by account, because
 * an index by publication would slow down every write.
 */
export const ERASE_ACCEPTED_WRITES = statement(
  'accepted_writes',
  `
    WITH looked AS MATERIALIZED (
      SELECT id, number, publication_id FROM accepted_write
       WHERE account_id = $3 AND number > 0 AND number > $4::bigint
       ORDER BY number LIMIT ${LOOKED_AT}
    ), changed AS (
      UPDATE accepted_write w
         SET idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL
        FROM looked
       WHERE w.id = looked.id AND looked.publication_id = $1 AND ($2::integer = 0 OR w.version = $2::integer)
         AND (w.idempotency_key IS NOT NULL OR w.answer IS NOT NULL OR w.fingerprint IS NOT NULL)
      RETURNING w.id
    )
    SELECT number::float8, (SELECT count(*)::integer FROM changed) AS changed,
           (SELECT count(*)::integer FROM looked) AS looked
      FROM looked ORDER BY number DESC LIMIT 1`,
);

const DECISION_OF = (outcome: string): string => `(publication_id = $1 AND outcome = '${outcome}')`;
export const ERASE_DECISION = ofBoth(
  'decision',
  (condition) => `
    UPDATE decision SET decided_by = NULL, note = '', idempotency_key = NULL
     WHERE id IN (
       SELECT id FROM decision
        WHERE (${['returned', 'released', 'approved'].map(DECISION_OF).join(' OR ')}) ${condition}
          AND (decided_by IS NOT NULL OR note <> '' OR idempotency_key IS NOT NULL)
        LIMIT ${BATCH})
    RETURNING id`,
);

export const ERASE_RELEASED_VERSION = ofBoth(
  'released_version',
  (condition) => `
    UPDATE released_version SET account_name = NULL, html = NULL, headings = NULL
     WHERE publication_id = $1 AND version IN (
       SELECT version FROM released_version
        WHERE publication_id = $1 ${condition} AND (account_name IS NOT NULL OR html IS NOT NULL)
        LIMIT ${REVISIONS})
    RETURNING version`,
);

/**
 * Empties signed records, but keeps their hashes. The record after an erased record contains the hash of the erased
 * record. So the chain can still be verified from the newest record back to the erased record. Only the evidence reads an
 * erased record.
 */
export const ERASE_SIGNED_RECORD = ofBoth(
  'signed_record',
  (condition) => `
    UPDATE signed_record SET jws = NULL
     WHERE publication_id = $1 AND number IN (
       SELECT number FROM signed_record
        WHERE publication_id = $1 AND jws IS NOT NULL ${condition} LIMIT ${BATCH})
    RETURNING number`,
);

export const ERASE_REVISION = ofBoth(
  'revision',
  (condition) => `
    DELETE FROM revision WHERE publication_id = $1 AND version IN (
      SELECT version FROM revision WHERE publication_id = $1 ${condition} ORDER BY version LIMIT ${REVISIONS})
    RETURNING version`,
);

/**
 * Deletes the pictures, with their files, that only the erased revisions of publication $1 name. The rows of
 * `revision_picture` are deleted later. So if a run is interrupted before that, the next run still finds the pictures.
 */
const pictures = (name: string, condition: string, other: string): Statement =>
  statement(
    name,
    `
    DELETE FROM picture WHERE (account_id, sha256) IN (
      SELECT n.account_id, n.sha256 FROM revision_picture n
        JOIN picture p ON p.account_id = n.account_id AND p.sha256 = n.sha256
       WHERE n.publication_id = $1 ${condition}
         AND NOT EXISTS (SELECT FROM revision_picture o
                          WHERE o.sha256 = n.sha256 AND o.account_id = n.account_id AND ${other})
       LIMIT ${REVISIONS})
    RETURNING sha256`,
  );

export const ERASE_PICTURE = {
  document: pictures('picture_document', '', 'o.publication_id <> $1'),
  revision: pictures(
    'picture_revision',
    'AND n.version = $2',
    '(o.publication_id, o.version) <> ($1::uuid, $2::integer)',
  ),
};

export const ERASE_REVISION_PICTURE = ofBoth(
  'revision_picture',
  (condition) => `
    DELETE FROM revision_picture WHERE publication_id = $1 AND (version, place) IN (
      SELECT version, place FROM revision_picture
       WHERE publication_id = $1 ${condition} LIMIT ${BATCH})
    RETURNING version`,
);

export const ERASE_NOTE = ofBoth(
  'note',
  (condition) => `
    DELETE FROM note WHERE id IN (
      SELECT id FROM note WHERE publication_id = $1 ${condition} LIMIT ${BATCH})
    RETURNING id`,
);

export const ERASE_SEARCH_ENTRY = {
  ...ofDocument(
    'search_entry',
    `DELETE FROM search_entry WHERE publication_id = $1 RETURNING version`,
  ),
  // The index still holds the erased revision if the indexing of a newer one is pending or has failed.
  revision: statement(
    'search_entry_revision',
    `
    WITH lagging AS (
      UPDATE release SET indexed_version = NULL
       WHERE publication_id = $1 AND indexed_version = $2 AND published_version IS DISTINCT FROM $2
    )
    DELETE FROM search_entry WHERE publication_id = $1 AND version = $2 RETURNING version`,
  ),
};

export const ERASE_REDIRECT = ofDocument(
  'redirect',
  `
    DELETE FROM redirect WHERE path IN (
      SELECT path FROM redirect WHERE publication_id = $1 LIMIT ${BATCH})
    RETURNING path`,
);

/** Takes the places of the site from a document: no later release fills them again. */
export const ERASE_SITE_PLACE = ofDocument(
  'site_place',
  `DELETE FROM site_place WHERE publication_id = $1 RETURNING kind`,
);

/** Removes from the audit the old paths that led to a document, and notices, which can hold what its title held. */
export const ERASE_OPERATOR_ACTION = ofDocument(
  'operator_action',
  `
    UPDATE operator_action SET details = details - '{path,notice}'::text[] WHERE id IN (
      SELECT id FROM operator_action
       WHERE details ->> 'publicationId' = $1::text AND details ?| '{path,notice}'::text[] LIMIT ${BATCH})
    RETURNING id`,
);

export const ERASE_IMPORTED_FILE = ofBoth(
  'imported_file',
  (condition) =>
    `DELETE FROM imported_file WHERE publication_id = $1 ${condition} RETURNING version`,
);

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

/**
 * Cancels the release of publication $1 if it is in flight, and clears its public version, withdrawal and error, so that
 * it cannot be withdrawn any more.
 */
export const END_RELEASE = statement(
  'end_release',
  `
    UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL, withdrawn_at = NULL,
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
