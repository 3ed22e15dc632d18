import type { NewEntry } from './entry.js';

/** Makes the parameters of `PUT_ENTRY`. */
export const entryValues = (entry: NewEntry) => ({
  entryLocale: entry.locale,
  entrySlug: entry.slug,
  entryTitle: entry.title,
  entryDescription: entry.description,
  entryTags: entry.tags,
  entryAuthorKind: entry.authorKind,
  entryBody: entry.words.body,
  entryWords: entry.words.vector,
  entryLength: entry.words.length,
});

/**
 * CTEs that write the search entry of the document in the CTE `indexed`, which has the column `published_at`. The entry
 * replaces the earlier entry of the document.
 *
 * Each entry gets the next number. The vector has lexemes for two blocks that contain this number: a block of 8,192
 * numbers, and a block of 32,768 numbers. With these lexemes, a search can be limited to the newest entries (`planOf`).
 */
export const PUT_ENTRY = `
    entry AS MATERIALIZED (
      SELECT published_at, nextval('search_entry_number') AS number FROM indexed
    ), entered AS (
      INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at, length, tags, author_kind)
      SELECT $entryLocale::text, $entrySlug::text, $entryTitle::text, $entryDescription::text, $entryBody::text,
             $entryWords::text::tsvector || format('''~%s'' ''~~%s''', number >> 13, number >> 15)::tsvector,
             published_at, $entryLength::integer, $entryTags::text[], $entryAuthorKind::text
        FROM entry
      ON CONFLICT (locale, slug) DO UPDATE
         SET title = excluded.title, description = excluded.description, body = excluded.body,
             vector = excluded.vector, published_at = excluded.published_at, length = excluded.length,
             tags = excluded.tags, author_kind = excluded.author_kind
    )`;

/**
 * SQL condition: the draft index does not have the working revision of publication `p`. PostgreSQL uses the partial
 * index only if this text equals the index condition.
 */
export const LACKS_DRAFT_ENTRY = 'p.searched_version IS DISTINCT FROM p.version';
