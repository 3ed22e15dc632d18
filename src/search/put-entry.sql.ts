import { ofAccount, quoted } from './lexeme.js';
import type { NewEntry } from './entry.js';

/** Makes the parameters of `NEW_ENTRY`. The vector gets a lexeme for the account, so that its search reads no others. */
export const entryValues = ({ accountId, title, words, warnings }: NewEntry) => ({
  entryTitle: title,
  entryBody: words.body,
  entryVector: `${words.vector} ${quoted(ofAccount(accountId))}`,
  entryLength: words.length,
  entryWarnings: warnings && JSON.stringify(warnings),
});

/** SQL that begins the INSERT of an entry; its columns are those of `NEW_ENTRY`. */
export const INSERT_ENTRY = `
      INSERT INTO search_entry AS e
             (publication_id, version, account_id, locale, is_public, dated_at, length, title_hash, body, vector, warnings)`;

/** Columns of a new entry of revision `version` of the publication `p`. The parameters are those of `entryValues`. */
export const newEntry = (version: string, isPublic: boolean, datedAt: string): string => `
      SELECT p.id, ${version}, p.account_id, p.locale, ${isPublic}, ${datedAt},
             $entryLength::integer, hashtextextended($entryTitle::text, 0), $entryBody::text, $entryVector::tsvector, coalesce($entryWarnings::jsonb, '1')`;

/** SQL that makes the INSERT replace the words of an earlier entry of the same revision; failed looks for warnings add up. */
export const REPLACE_WORDS = `
      ON CONFLICT (publication_id, version) DO UPDATE
         SET length = excluded.length, title_hash = excluded.title_hash, body = excluded.body, vector = excluded.vector,
             warnings = CASE jsonb_typeof(excluded.warnings) WHEN 'array' THEN excluded.warnings
               ELSE CASE jsonb_typeof(e.warnings) WHEN 'number' THEN to_jsonb(e.warnings::integer + 1) ELSE e.warnings END END`;

/**
 * SQL condition: the draft index does not have the working revision of publication `p`. PostgreSQL uses the partial
 * index only if this text equals the index condition.
 */
export const LACKS_DRAFT_ENTRY = 'p.searched_version IS DISTINCT FROM p.version';

/** CTE that deletes the entries of revisions before the one in the CTE `entered`. @param where a condition on them, `e` */
export const dropOlder = (where: string): string => `
    dropped AS (
      DELETE FROM search_entry e USING entered
       WHERE e.publication_id = entered.publication_id AND e.version < entered.version AND ${where}
      RETURNING e.version
    )`;

/** After so many failed searches for warnings in a revision, it counts as indexed without them. */
const MAX_LOOKS = 3;

/**
 * CTEs that mark the revision in the CTE `entered` as indexed, if it is the working revision. Writers need the
 * publication row, so it is locked last, after the CTE `dropped`, and skipped if a writer has it: the writer adds a
 * revision, which is indexed in its turn. If the search for warnings failed, the revision is marked only after the last try, so that the sweep tries
 * again.
 */
export const MARK_SEARCHED = `
    free AS MATERIALIZED (
      SELECT p.id FROM entered JOIN publication p ON p.id = entered.publication_id AND p.version = entered.version
       WHERE ${LACKS_DRAFT_ENTRY} AND (SELECT count(*) FROM dropped) >= 0
         AND (jsonb_typeof(entered.warnings) = 'array' OR entered.warnings::integer >= ${MAX_LOOKS})
         FOR NO KEY UPDATE OF p SKIP LOCKED
    ), marked AS (
      UPDATE publication p SET searched_version = version FROM free WHERE p.id = free.id
    )`;

/** SQL that makes the INSERT also make the entry public, with its new words. */
export const REPLACE_AND_SHOW = `${REPLACE_WORDS},
             is_public = true, dated_at = excluded.dated_at`;

/** CTEs that write the public entry of the revision in the CTE `indexed`, which also has the column `published_at`. */
export const PUT_PUBLIC_ENTRY = `
    entered AS (${INSERT_ENTRY}${newEntry('indexed.version', true, 'indexed.published_at')}
        FROM indexed JOIN publication p ON p.id = indexed.publication_id${REPLACE_AND_SHOW}
      RETURNING publication_id, version, warnings
    ), ${dropOlder('true')}, ${MARK_SEARCHED}`;
