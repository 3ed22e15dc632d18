import type { Statement } from '../platform/database/statement.js';

/**
 * Query for the time of the last release or withdrawal on the site; `null` before the first release. `Last-Modified`
 * shows this time.
 */
export const LAST_CHANGE = `
  SELECT greatest(
           (SELECT max(published_at) FROM released_page WHERE withdrawn_at IS NULL),
           (SELECT max(withdrawn_at) FROM released_page WHERE withdrawn_at IS NOT NULL)) AS at`;

export const LISTED = `
  publication_id AS "publicationId", locale, slug, title, description, tags,
  author_kind AS "authorKind", author_name AS "authorName",
  first_published_at AS "firstPublishedAt", published_at AS "publishedAt"`;

/**
 * Makes the query for the documents that the query `chosen` selects. Each row also has the time of the last change of
 * the site, from the same snapshot. If there are no documents, the result is one row with only this time.
 */
export const listed = (chosen: string, columns = LISTED): string => `
  SELECT entry.*, change.at AS "lastChange"
    FROM (${LAST_CHANGE}) AS change
         LEFT JOIN (
           SELECT ${columns} FROM (${chosen}) AS chosen JOIN released_page USING (locale, slug)
         ) AS entry ON true
   ORDER BY "publishedAt" DESC, locale DESC, slug DESC`;

export const ALL = `
    SELECT locale, slug FROM released_page
     WHERE withdrawn_at IS NULL
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`;

export const IN_LOCALE = `
    SELECT locale, slug FROM released_page
     WHERE withdrawn_at IS NULL AND locale = $3
     ORDER BY published_at DESC, slug DESC LIMIT $1 OFFSET $2`;

/** Parameters: $1 limit, $2 offset. */
export const NEWEST: Statement = {
  name: 'listed_pages_newest',
  text: listed(ALL),
};

/** Parameters: $1 limit, $2 offset, $3 locale. */
export const NEWEST_IN_LOCALE: Statement = {
  name: 'listed_pages_newest_in_locale',
  text: listed(IN_LOCALE),
};

/** Parameters: $1 limit, $2 offset, $3 tag. */
export const NEWEST_WITH_TAG: Statement = {
  name: 'listed_pages_newest_with_tag',
  text: listed(`
    SELECT locale, slug FROM released_tag
     WHERE tag = $3
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`),
};

/** Reads at most $1 locales that have documents, with one index look-up for each locale. */
export const LOCALES: Statement = {
  name: 'listed_pages_locales',
  text: `
    WITH RECURSIVE shown AS (
      SELECT min(locale) AS locale FROM released_page WHERE withdrawn_at IS NULL
      UNION ALL
      SELECT (SELECT min(locale) FROM released_page
               WHERE withdrawn_at IS NULL AND locale > shown.locale)
        FROM shown WHERE locale IS NOT NULL)
    SELECT locale FROM shown WHERE locale IS NOT NULL LIMIT $1`,
};

/** Splits the rows of a `listed` query into the entries and the time of the last change. */
export const entriesOf = <Row extends { readonly slug: string; readonly lastChange: Date | null }>(
  rows: readonly Row[],
) => ({
  entries: rows.filter(({ slug }) => slug !== null),
  lastChange: rows[0]?.lastChange ?? NEVER,
});

/** The last change of a site that has no release yet. */
const NEVER = new Date(0);
