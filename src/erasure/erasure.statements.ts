import type { Statement } from '../platform/database/statement.js';

/*
 * Statements that remove text from the tables of all features. All are in one file, so that no table is forgotten (ADR
 * 44). Each statement changes at most one batch and returns a row for each changed row. The caller repeats a statement
 * until the statement returns no row. Only the statements in `ACCEPTED_WRITES` work differently: see `inAccount`.
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

const PATH = `(SELECT locale, slug FROM publication WHERE id = $1)`;
const statement = (name: string, text: string): Statement => ({ name: `erase_${name}`, text });

/** Assignments that empty the idempotency record and the approver of an accepted write. */
const RECORD = `
    idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL, approved_by = NULL`;
const HAS_RECORD = `(
           w.idempotency_key IS NOT NULL OR w.answer IS NOT NULL OR w.approved_by IS NOT NULL
           OR w.fingerprint IS NOT NULL)`;

/**
 * Makes a statement for accepted writes. The statement reads the next `LOOKED_AT` writes of account $3 after number $4.
 * Of these, it changes the writes to publication $1 that meet `condition`, in
 * which $2 is the erased version. It returns the last write that it read, and two numbers: of the changed writes, and
 * of all writes that it read. It selects writes by account, because an index by publication would slow down every
 * write.
 */
const inAccount = (name: string, condition: string, change: string): Statement =>
  statement(
    name,
    `
    WITH looked AS MATERIALIZED (
      SELECT id, number, publication_id FROM accepted_write
       WHERE account_id = $3 AND number > 0 AND number > $4::bigint
       ORDER BY number LIMIT ${LOOKED_AT}
    ), changed AS (
      UPDATE accepted_write w SET ${change}
        FROM looked WHERE w.id = looked.id AND looked.publication_id = $1 AND ${condition}
      RETURNING w.id
    )
    SELECT number::float8, (SELECT count(*)::integer FROM changed) AS changed,
           (SELECT count(*)::integer FROM looked) AS looked
      FROM looked ORDER BY number DESC LIMIT 1`,
  );

const ABOUT_VERSION = (member: string): string => `(w.answer ->> '${member}')::integer = $2`;
const FAILURE_OF_VERSION = `(w.answer -> 'publishError' ->> 'version')::integer = $2`;

/**
 * Statements that `inAccount` makes. Each statement is repeated until it has read the account's last accepted write.
 */
export const ACCEPTED_WRITES = {
  document: inAccount('accepted_write_document', `$2::integer = 0 AND ${HAS_RECORD}`, RECORD),
  revision: inAccount(
    'accepted_write_revision',
    `w.version = $2::integer AND ${HAS_RECORD}`,
    RECORD,
  ),
  /** Removes the approver of the erased revision, and the failure of its release, from the answers to later writes. */
  mentions: inAccount(
    'accepted_write_mentions',
    `((${ABOUT_VERSION('publishedVersion')} AND w.answer ->> 'approvedBy' IS NOT NULL)
         OR ${FAILURE_OF_VERSION})`,
    `
        answer = (w.answer::jsonb
          || CASE WHEN ${ABOUT_VERSION('publishedVersion')} THEN '{"approvedBy": null, "approvedVia": null}'
                  ELSE '{}' END::jsonb
          || CASE WHEN ${FAILURE_OF_VERSION} THEN '{"publishError": null}' ELSE '{}' END::jsonb)::json`,
  ),
};

const DECISION_OF = (outcome: string): string => `(publication_id = $1 AND outcome = '${outcome}')`;
const decision = (name: string, condition: string): Statement =>
  statement(
    name,
    `
    UPDATE decision SET decided_by = NULL, note = '', idempotency_key = NULL
     WHERE id IN (
       SELECT id FROM decision
        WHERE (${['returned', 'released', 'approved'].map(DECISION_OF).join(' OR ')}) ${condition}
          AND (decided_by IS NOT NULL OR note <> '' OR idempotency_key IS NOT NULL)
        LIMIT ${BATCH})
    RETURNING id`,
  );

const releasedVersion = (name: string, condition: string): Statement =>
  statement(
    name,
    `
    UPDATE released_version SET approved_by = NULL, approved_via = NULL, approved_in = NULL, account_name = NULL,
           html = NULL, headings = NULL
     WHERE publication_id = $1 AND version IN (
       SELECT version FROM released_version
        WHERE publication_id = $1 ${condition}
          AND (approved_by IS NOT NULL OR approved_via IS NOT NULL OR approved_in IS NOT NULL
               OR account_name IS NOT NULL OR html IS NOT NULL)
        LIMIT ${REVISIONS})
    RETURNING version`,
  );

/**
 * Empties signed records, but keeps their hashes. The record after an erased record contains the hash of the erased
 * record. So the chain can still be verified from the newest record back to the erased record.
 */
const signedRecord = (name: string, condition: string): Statement =>
  statement(
    name,
    `
    UPDATE signed_record SET jws = NULL
     WHERE publication_id = $1 AND number IN (
       SELECT number FROM signed_record
        WHERE publication_id = $1 AND jws IS NOT NULL ${condition} LIMIT ${BATCH})
    RETURNING number`,
  );

export const ERASE_REVISION = {
  document: statement(
    'revision_document',
    `
    DELETE FROM revision WHERE publication_id = $1 AND version IN (
      SELECT version FROM revision WHERE publication_id = $1 ORDER BY version LIMIT ${REVISIONS})
    RETURNING version`,
  ),
  revision: statement(
    'revision_revision',
    `DELETE FROM revision WHERE publication_id = $1 AND version = $2 RETURNING version`,
  ),
};

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

const revisionPicture = (name: string, condition: string): Statement =>
  statement(
    name,
    `
    DELETE FROM revision_picture WHERE publication_id = $1 AND (version, place) IN (
      SELECT version, place FROM revision_picture
       WHERE publication_id = $1 ${condition} LIMIT ${BATCH})
    RETURNING version`,
  );

export const ERASE_REVISION_PICTURE = {
  document: revisionPicture('revision_picture_document', ''),
  revision: revisionPicture('revision_picture_revision', 'AND version = $2'),
};

export const ERASE_DECISION = {
  document: decision('decision_document', ''),
  revision: decision('decision_revision', 'AND version = $2'),
};

const NOTES = (condition: string): string =>
  `DELETE FROM note WHERE id IN (
     SELECT id FROM note WHERE publication_id = $1 ${condition} LIMIT ${BATCH}) RETURNING id`;
export const ERASE_NOTE = {
  document: statement('note_document', NOTES('')),
  revision: statement('note_revision', NOTES('AND version = $2')),
};

export const ERASE_RELEASE = {
  document: statement(
    'release_document',
    `
    UPDATE release SET requested_approved_by = NULL, approved_by = NULL, error = NULL
     WHERE publication_id = $1
       AND (requested_approved_by IS NOT NULL OR approved_by IS NOT NULL OR error IS NOT NULL)
    RETURNING publication_id`,
  ),
  revision: statement(
    'release_revision',
    `
    UPDATE release SET
           requested_approved_by = CASE WHEN requested_version <> $2 THEN requested_approved_by END,
           error = CASE WHEN (error ->> 'version')::integer <> $2 THEN error END
     WHERE publication_id = $1
       AND ((requested_version = $2 AND requested_approved_by IS NOT NULL)
            OR (error ->> 'version')::integer = $2)
    RETURNING publication_id`,
  ),
};

export const ERASE_RELEASED_VERSION = {
  document: releasedVersion('released_version_erase_all', ''),
  revision: releasedVersion('released_version_erase', 'AND version = $2'),
};

export const ERASE_SIGNED_RECORD = {
  document: signedRecord('signed_record_document', ''),
  revision: signedRecord('signed_record_revision', 'AND version = $2'),
};

export const ERASE_RELEASED_TAG = {
  document: statement(
    'released_tag_document',
    `DELETE FROM released_tag WHERE (locale, slug) = ${PATH} RETURNING locale`,
  ),
};

export const ERASE_SEARCH_ENTRY = {
  document: statement(
    'search_entry_document',
    `DELETE FROM search_entry WHERE publication_id = $1 RETURNING version`,
  ),
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

export const ERASE_REDIRECT = {
  document: statement(
    'redirect_document',
    `
    DELETE FROM redirect WHERE path IN (
      SELECT path FROM redirect WHERE publication_id = $1 LIMIT ${BATCH})
    RETURNING path`,
  ),
};

/** Takes the places of the site from a document: no later release fills them again. */
export const ERASE_SITE_PLACE = {
  document: statement(
    'site_place_document',
    `DELETE FROM site_place WHERE publication_id = $1 RETURNING kind`,
  ),
};

export const ERASE_PAGE = {
  document: statement(
    'page_document',
    `
    UPDATE page SET notice = NULL, superseded_by = NULL
     WHERE publication_id = $1 AND (notice IS NOT NULL OR superseded_by IS NOT NULL)
    RETURNING locale`,
  ),
};

/** Removes from the audit the old paths that led to a document, and notices, which can hold what its title held. */
export const ERASE_OPERATOR_ACTION = {
  document: statement(
    'operator_action_document',
    `
    UPDATE operator_action SET details = details - '{path,notice}'::text[] WHERE id IN (
      SELECT id FROM operator_action
       WHERE details ->> 'publicationId' = $1::text AND details ?| '{path,notice}'::text[] LIMIT ${BATCH})
    RETURNING id`,
  ),
};

const FILE = `DELETE FROM imported_file WHERE publication_id = $1`;
export const ERASE_IMPORTED_FILE = {
  document: statement('file_document', `${FILE} RETURNING version`),
  revision: statement('file_revision', `${FILE} AND version = $2 RETURNING version`),
};
