import type { Statement } from '../platform/database/statement.js';
import { OWN_LINK } from './own-links.js';
import { MAX_EXCERPT } from './shown-warnings.js';

/**
 * The warnings about revision $3 of publication $1 of account $2, if it is the working revision and was looked at, with
 * their excerpts, the path of the publication, and whether another public document has the title. A link to this site is
 * read whole. The content stays in the database. `'' ||` decompresses it once, and not once for each excerpt.
 */
export const READ_WARNINGS: Statement = {
  name: 'warnings_read',
  text: `
    SELECT r.document, p.locale, p.slug, coalesce(w.warnings, '[]') AS warnings,
           EXISTS (SELECT FROM search_entry other
                    WHERE other.title_hash = e.title_hash AND other.account_id = e.account_id
                      AND other.public_locale = e.locale AND other.publication_id <> e.publication_id) AS "isTitleTwice"
    FROM search_entry e JOIN revision r USING (publication_id, version) JOIN publication p ON p.id = publication_id
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(CASE found ->> 'field' WHEN 'content'
               THEN found || jsonb_build_object('excerpt',
                      substr(text, 1 + (found ->> 'offset')::integer, CASE found ->> 'code' WHEN '${OWN_LINK}' THEN (found ->> 'length')::integer
                        ELSE least((found ->> 'length')::integer, ${MAX_EXCERPT}) END))
               ELSE found END ORDER BY place) AS warnings
      FROM (SELECT CASE WHEN e.warnings <> '[]' THEN '' || r.content END AS text OFFSET 0) whole,
           jsonb_array_elements(CASE jsonb_typeof(e.warnings) WHEN 'array' THEN e.warnings END)
             WITH ORDINALITY AS one (found, place)
    ) w
    WHERE e.publication_id = $1 AND e.account_id = $2 AND e.version = $3 AND jsonb_typeof(e.warnings) = 'array'`,
};
