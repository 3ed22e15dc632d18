import type { Statement } from '../platform/database/statement.js';

/** $1 locale, $2 slug, $3 title, $4 description, $5 body, $6 index words. */
export const PUT: Statement = {
  name: 'search_put',
  text: `
    INSERT INTO search_entry (locale, slug, title, description, body, vector)
    VALUES ($1, $2, $3, $4, $5, $6::tsvector)
    ON CONFLICT (locale, slug) DO UPDATE
       SET title = excluded.title, description = excluded.description,
           body = excluded.body, vector = excluded.vector`,
};

/** $1 locale, $2 slug. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE locale = $1 AND slug = $2`,
};

/**
 * $1 condition, $2 locale or null, $3 most candidates, $4 limit, $5 offset, $6 characters of the body.
 *
 * Ranking reads the whole vector of a document, so only so many are ranked, however common the words
 * are. `found` is materialised so that the LIMIT outside does not lead the planner into reading the
 * table from its start, which for a rare word is all of it.
 */
export const FIND: Statement = {
  name: 'search_find',
  text: `
    WITH found AS MATERIALIZED (
      SELECT locale, slug, vector FROM search_entry
       WHERE vector @@ $1::tsquery AND ($2::text IS NULL OR locale = $2)
    ), candidate AS (
      SELECT * FROM found LIMIT $3
    ), hit AS (
      SELECT locale, slug, ts_rank(vector, $1::tsquery, 1) AS rank, count(*) OVER () AS total
        FROM candidate
       ORDER BY rank DESC, locale, slug
       LIMIT $4 OFFSET $5
    )
    SELECT locale, slug, title, description, left(body, $6) AS body, total::integer
      FROM hit JOIN search_entry USING (locale, slug)
     ORDER BY rank DESC, locale, slug`,
};
