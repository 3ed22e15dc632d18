import type { Statement } from '../platform/database/statement.js';
import { ranked, shownBody, weighed } from './ranking.statements.js';

/** $1 locale, $2 slug. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE locale = $1 AND slug = $2`,
};

/** The locales that released entries have, by one look into the primary key each; 100 of them at most. */
export const LOCALES: Statement = {
  name: 'search_locales',
  text: `
    WITH RECURSIVE next AS (
      (SELECT locale FROM search_entry ORDER BY locale LIMIT 1)
      UNION ALL
      SELECT (SELECT locale FROM search_entry WHERE locale > next.locale ORDER BY locale LIMIT 1)
        FROM next WHERE next.locale IS NOT NULL
    )
    SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100`,
};

/** The words that very many entries hold, as the last ANALYZE saw them, with the share of entries. */
export const COMMON_WORDS: Statement = {
  name: 'search_common_words',
  text: `
    SELECT word, share, (SELECT reltuples FROM pg_class WHERE oid = 'search_entry'::regclass)::float8 AS entries
      FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS common (word, share)
     WHERE schemaname = current_schema() AND tablename = 'search_entry' AND attname = 'vector'
       AND word IS NOT NULL`,
};

/** $1 conditions, $2 how far they are counted; the size of the index is exact up to $2, then what the last ANALYZE saw. */
export const WEIGH: Statement = {
  name: 'search_weigh',
  text: weighed(
    'search_entry',
    `greatest((SELECT count(*) FROM (SELECT FROM search_entry ORDER BY locale, slug LIMIT $2) AS first),
              (SELECT reltuples FROM pg_class WHERE oid = 'search_entry'::regclass))`,
    `(SELECT last_value FROM search_entry_number)`,
  ),
};

/**
 * $1 to $9 as `ranked`; $10 characters of the body; $11 what of the rarest word its forms begin with. One row at
 * least: where there is no entry on the page, it has the total alone.
 */
export const FIND: Statement = {
  name: 'search_find',
  text: `
    ${ranked('search_entry')}
    SELECT e.locale, e.slug, e.title, e.description, ${shownBody('$10', '$11')} AS body, e.tags,
           e.author_kind AS "authorKind", e.published_at AS "publishedAt", total
      FROM (SELECT count(*)::integer AS total FROM placed) AS found
      LEFT JOIN (hit JOIN search_entry e ON e.ctid = hit.tid) ON true
     ORDER BY is_far, rank DESC, hit.published_at DESC, e.locale, e.slug`,
};
