import type { NewEntry } from './entry.js';

/** Makes the parameters of `PUT_ENTRY`. */
export const entryValues = (entry: NewEntry) => ({
  entryPublicationId: entry.publicationId,
  entryVersion: entry.version,
  entryLocale: entry.locale,
  entryBody: entry.words.body,
  entryWords: entry.words.vector,
  entryLength: entry.words.length,
});

/** SQL that makes an INSERT into `search_entry` replace the earlier entry of the document in the same scope. */
export const REPLACE_ENTRY = `
      ON CONFLICT (publication_id, scope) DO UPDATE
         SET version = excluded.version, dated_at = excluded.dated_at, length = excluded.length,
             body = excluded.body, vector = excluded.vector, warnings = excluded.warnings`;

/**
 * CTE that writes the public search entry of the document in the CTE `indexed`, which has the column `published_at`. The
 * entry replaces the earlier one.
 */
export const PUT_ENTRY = `
    entered AS (
      INSERT INTO search_entry (scope, publication_id, version, locale, dated_at, length, body, vector)
      SELECT 'public', $entryPublicationId::uuid, $entryVersion::integer, $entryLocale::text, published_at,
             $entryLength::integer, $entryBody::text, $entryWords::text::tsvector
        FROM indexed${REPLACE_ENTRY}
    )`;

/** CTE with the words that the draft index has of revision `$version`; no row if it has none of this revision. */
export const DRAFT_WORDS = `
    words AS (
      SELECT length, body, vector FROM search_entry
       WHERE publication_id = $publicationId AND scope = $accountId::text AND version = $version::integer
    )`;

/** CTE that copies the CTE `words` to the public entry of the document in the CTE `made`, without the account's lexeme. */
export const COPY_WORDS = `
    entered AS (
      INSERT INTO search_entry (scope, publication_id, version, locale, dated_at, length, body, vector)
      SELECT 'public', publication_id, $version::integer, $locale::text, published_at, length, body,
             ts_delete(vector, '&' || $accountId::text)
        FROM made, words${REPLACE_ENTRY}
    )`;

/**
 * SQL condition: the draft index does not have the working revision of publication `p`. PostgreSQL uses the partial
 * index only if this text equals the index condition.
 */
export const LACKS_DRAFT_ENTRY = 'p.searched_version IS DISTINCT FROM p.version';
