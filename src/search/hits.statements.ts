import type { Statement } from '../platform/database/statement.js';

/** The public documents $1, in this order, as they were released: what a list of results shows, and the text. */
export const READ_HITS: Statement = {
  name: 'search_hits',
  text: `
    SELECT p.locale, p.slug, e.version, r.document ->> 'title' AS title, r.document ->> 'description' AS description,
           r.document -> 'tags' AS tags, r.document #>> '{author,kind}' AS "authorKind", e.dated_at AS "publishedAt", e.body
      FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
      JOIN search_entry e ON e.publication_id = asked.id AND e.is_public
      JOIN publication p ON p.id = e.publication_id
      JOIN revision r ON r.publication_id = e.publication_id AND r.version = e.version
     ORDER BY place`,
};

/** The newest texts of the documents $2 of account $1. */
export const READ_BODIES: Statement = {
  name: 'search_bodies',
  text: `
    SELECT DISTINCT ON (publication_id) publication_id AS id, locale, body FROM search_entry
     WHERE publication_id = ANY ($2::uuid[]) AND account_id = $1 ORDER BY publication_id, version DESC`,
};

/** Hides the public entry of publication $1 from readers; it stays as the draft entry if there is no newer one. */
export const HIDE: Statement = {
  name: 'search_hide',
  text: `UPDATE search_entry SET is_public = false WHERE publication_id = $1 AND is_public RETURNING version`,
};
