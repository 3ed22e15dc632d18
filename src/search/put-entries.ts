import { largeText, LargeValues } from '../platform/database/large-values.js';
import type { NewEntry } from './entry.js';

/** Makes the parameters of `PUT_ENTRIES`. */
export function entryColumns(entries: readonly NewEntry[]) {
  const column = (name: Exclude<keyof NewEntry, 'words' | 'tags'>) =>
    entries.map((entry) => entry[name]);
  const large = new LargeValues();
  return {
    entryPublication: column('publicationId'),
    entryLocale: column('locale'),
    entrySlug: column('slug'),
    entryTitle: column('title'),
    entryDescription: column('description'),
    entryBody: large.add(entries.map(({ words }) => words.body)),
    entryWords: large.add(entries.map(({ words }) => words.vector)),
    entryLength: entries.map(({ words }) => words.length),
    entryTags: entries.map(({ tags }) => JSON.stringify(tags)),
    entryAuthorKind: column('authorKind'),
    entryLarge: large.bytes(),
  };
}

/**
 * CTEs that write the search entries of the documents in the CTE `indexed`, which has the columns `publication_id` and
 * `published_at`. An entry replaces the earlier entry of its document.
 *
 * Each entry gets the next number. The vector has lexemes for two blocks that contain this number: a block of 8,192
 * numbers, and a block of 32,768 numbers. With these lexemes, a search can be limited to the newest entries (`planOf`).
 */
export const PUT_ENTRIES = `
    new_entry AS MATERIALIZED (
      SELECT given.*, published_at, nextval('search_entry_number') AS number
        FROM unnest((SELECT $entryPublication::uuid[]), (SELECT $entryLocale::text[]),
                    (SELECT $entrySlug::text[]), (SELECT $entryTitle::text[]),
                    (SELECT $entryDescription::text[]), (SELECT $entryBody::int4range[]),
                    (SELECT $entryWords::int4range[]), (SELECT $entryLength::integer[]),
                    (SELECT $entryTags::jsonb[]), (SELECT $entryAuthorKind::text[]))
               AS given (publication_id, locale, slug, title, description, body, words, length, tags,
                         author_kind)
             JOIN indexed USING (publication_id)
    ), entered AS (
      INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at, length, tags,
                                author_kind)
      SELECT locale, slug, title, description, ${largeText('entryLarge', 'body')},
             ${largeText('entryLarge', 'words')}::tsvector || format('''~%s'' ''~~%s''', number >> 13, number >> 15)::tsvector, published_at,
             length, ARRAY(SELECT jsonb_array_elements_text(tags)), author_kind
        FROM new_entry
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
