import { COMMIT_AT_ONCE, namedStatement, type Statement } from '../platform/database/statement.js';
import { LACKS_DRAFT_ENTRY, REPLACE_ENTRY } from './put-entry.sql.js';
import type { SearchWords } from './search-words.js';

/** The words of a revision, to be written if it is still the working revision. */
export interface NewDraftEntry extends SearchWords {
  readonly publicationId: string;
  readonly version: number;
  /** Warnings about the revision, as JSON; `null`: the search for them failed. */
  readonly warnings: string | null;
}

/** After so many failed searches for warnings in a revision, it counts as indexed without them. */
const MAX_LOOKS = 3;

/**
 * Writes the draft entry of a revision that is the working revision and not indexed yet, and marks it as indexed. The
 * vector has a lexeme for the account, so that a search reads only the entries of one account. If the search for warnings
 * failed, the entry counts the failures instead, and the revision is not marked, so that the sweep tries again. Returns a
 * row if it wrote the entry.
 *
 * Writers need the publication row, so the statement locks it last, and skips it if a writer has it: the writer adds a
 * revision, which is indexed in its turn. The commit does not wait for the disk: after a crash, the sweep finds what was
 * lost.
 */
export const PUT_DRAFT = namedStatement<NewDraftEntry>(
  'search_put_draft',
  `
    WITH at_once AS (${COMMIT_AT_ONCE}), entered AS (
      INSERT INTO search_entry (scope, publication_id, version, locale, dated_at, length, body, vector, warnings)
      SELECT p.account_id, p.id, p.version, p.locale, r.created_at, $length::integer, $body::text,
             $vector::tsvector || format('''&%s''', p.account_id)::tsvector,
             coalesce($warnings::jsonb, to_jsonb(1 + CASE jsonb_typeof(e.warnings) WHEN 'number' THEN e.warnings::integer ELSE 0 END))
        FROM publication p JOIN revision r ON r.publication_id = p.id AND r.version = p.version
        LEFT JOIN search_entry e ON e.publication_id = p.id AND e.scope = p.account_id::text AND e.version = p.version
       WHERE p.id = $publicationId AND p.version = $version::integer AND ${LACKS_DRAFT_ENTRY}${REPLACE_ENTRY}
       WHERE search_entry.version <= excluded.version
      RETURNING publication_id, version, warnings
    ), free AS MATERIALIZED (
      SELECT p.id FROM entered JOIN publication p ON p.id = entered.publication_id AND p.version = entered.version
       WHERE jsonb_typeof(entered.warnings) = 'array' OR entered.warnings::integer >= ${MAX_LOOKS}
         FOR NO KEY UPDATE OF p SKIP LOCKED
    ), marked AS (
      UPDATE publication p SET searched_version = version FROM free, at_once WHERE p.id = free.id
    )
    SELECT FROM entered`,
);

/**
 * Claims up to $1 documents whose working revision is not indexed, newest first, for $2 s. In its first $3 s a revision is
 * left to the process that accepted it.
 */
export const CLAIM_MISSED: Statement = {
  name: 'search_claim_missed',
  text: `
    UPDATE publication p SET search_after = now() + $2 * interval '1 second'
      FROM (SELECT p.id FROM publication p
             WHERE ${LACKS_DRAFT_ENTRY} AND p.updated_at < now() - $3 * interval '1 second'
               AND (p.search_after IS NULL OR p.search_after < now())
             ORDER BY p.updated_at DESC LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED) AS missed
     WHERE p.id = missed.id
    RETURNING p.id, p.account_id AS "accountId"`,
};

/** Counts the documents whose working revision is not indexed, up to $1. */
export const BACKLOG: Statement = {
  name: 'search_backlog',
  text: `
    SELECT count(*)::integer AS documents
      FROM (SELECT FROM publication p WHERE ${LACKS_DRAFT_ENTRY} ORDER BY p.updated_at LIMIT $1) AS counted`,
};

/**
 * Number of rows that one statement locks. The number is small, so that no write waits long. The number is part of the
 * SQL text, because with a parameter the planner would scan the whole table.
 */
const FORGOTTEN_AT_ONCE = 200;

/**
 * Reads the next publications after id $1, in order of id, and makes the sweep index those again that were indexed
 * before. Returns their number, and the last id that was read; `NULL` if there is none.
 */
export const FORGET_DRAFTS: Statement = {
  name: 'search_forget_drafts',
  text: `
    WITH next AS MATERIALIZED (
      SELECT id, version, searched_version FROM publication WHERE id > $1 ORDER BY id LIMIT ${FORGOTTEN_AT_ONCE}
         FOR NO KEY UPDATE
    ), forgotten AS (
      UPDATE publication p SET searched_version = NULL, search_after = NULL FROM next
       WHERE p.id = next.id AND next.searched_version IS NOT NULL AND next.version > 0
      RETURNING p.id
    )
    SELECT (SELECT count(*)::integer FROM forgotten) AS forgotten,
           (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last`,
};
