import { COMMIT_AT_ONCE, namedStatement, type Statement } from '../platform/database/statement.js';
import {
  dropOlder,
  type entryValues,
  INSERT_ENTRY,
  LACKS_DRAFT_ENTRY,
  MARK_SEARCHED,
  newEntry,
  REPLACE_WORDS,
} from './put-entry.sql.js';

/**
 * Writes the entry of a revision that is the working revision and not indexed yet, and marks it as indexed. An entry that
 * is public stays public. Returns a row if it wrote the entry. The commit does not wait for the disk: after a crash, the
 * sweep finds what was lost.
 */
export const PUT_DRAFT = namedStatement<
  ReturnType<typeof entryValues> & { readonly publicationId: string; readonly version: number }
>(
  'search_put_draft',
  `
    WITH at_once AS (${COMMIT_AT_ONCE}), entered AS (${INSERT_ENTRY}${newEntry('p.version', false, 'r.created_at')}
        FROM publication p JOIN revision r ON r.publication_id = p.id AND r.version = p.version
       WHERE p.id = $publicationId AND p.version = $version::integer AND ${LACKS_DRAFT_ENTRY}${REPLACE_WORDS}
      RETURNING publication_id, version, warnings
    ), ${dropOlder('NOT e.is_public')}, ${MARK_SEARCHED}
    SELECT FROM entered, at_once`,
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
