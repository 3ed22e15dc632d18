import type { Statement } from '../platform/database/statement.js';

/** The public documents $1, in this order, as they were released: what a list of results shows, and the text. */
export const READ_HITS: Statement = {
  name: 'search_hits',
  text: `
    SELECT p.locale, p.slug, r.document ->> 'title' AS title, r.document ->> 'description' AS description,
           r.document -> 'tags' AS tags, r.document #>> '{author,kind}' AS "authorKind", e.dated_at AS "publishedAt", e.body
      FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
      JOIN search_entry e ON e.publication_id = asked.id AND e.scope = 'public'
      JOIN publication p ON p.id = e.publication_id
      JOIN revision r ON r.publication_id = e.publication_id AND r.version = e.version
     ORDER BY place`,
};

/** The texts of the working revisions $2 in scope $1. */
export const READ_BODIES: Statement = {
  name: 'search_bodies',
  text: `
    SELECT publication_id AS id, locale, body FROM search_entry
     WHERE publication_id = ANY ($2::uuid[]) AND scope = $1`,
};

/** Removes the public entry of publication $1. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE publication_id = $1 AND scope = 'public' RETURNING scope`,
};
