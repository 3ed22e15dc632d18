import { namedStatement, type Statement } from '../platform/database/statement.js';
import { BEST_FIRST, type planColumns, ranked, SHOWN_PART } from './ranking.statements.js';
import { SEARCH_SETTINGS } from './search-scope.js';

/** Removes the entry with locale $1 and slug $2. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/**
 * If the index has fewer entries than this, the entries are counted. If the index has this many entries or more, their
 * number is estimated.
 */
const MAX_COUNTED = 1_001;

/**
 * Reads how many entries the public index has, the number of the newest entry, and up to 100 locales. Each locale takes
 * one index look-up.
 */
export const INDEX_SIZE: Statement = {
  name: 'search_index_size',
  text: `
    WITH RECURSIVE next AS (
      (SELECT locale FROM search_entry ORDER BY locale LIMIT 1)
      UNION ALL
      SELECT (SELECT locale FROM search_entry WHERE locale > next.locale ORDER BY locale LIMIT 1)
        FROM next WHERE next.locale IS NOT NULL
    ), counted AS (
      SELECT count(*) AS entries FROM (SELECT FROM search_entry ORDER BY locale, slug LIMIT ${MAX_COUNTED}) AS first
    )
    SELECT newest::float8 AS newest,
           CASE WHEN entries < ${MAX_COUNTED} THEN entries
                -- as many a page as the last VACUUM or ANALYZE saw, if there was one
                ELSE greatest(entries, CASE WHEN relpages > 0 AND reltuples > 0
                  THEN reltuples * pg_relation_size(oid) / current_setting('block_size')::integer / relpages
                  ELSE newest END) END::float8 AS entries,
           ARRAY(SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100) AS locales
      FROM counted, (SELECT last_value AS newest FROM search_entry_number) AS number,
           pg_class WHERE oid = 'search_entry'::regclass`,
};

/** Finds one page of results. Returns at least one row: for an empty page, a row that has only the total. */
export const FIND = namedStatement<
  ReturnType<typeof planColumns> & { readonly places: readonly string[]; readonly shown: number }
>(
  'search_find_ranked',
  `
    ${ranked('search_entry')}
    SELECT e.locale, e.slug, e.title, e.description, ${SHOWN_PART} AS body, e.tags,
           e.author_kind AS "authorKind", e.published_at AS "publishedAt", total
      FROM (SELECT count(*)::integer AS total FROM placed) AS found
      LEFT JOIN (hit JOIN search_entry e ON e.ctid = hit.tid) ON true
     ORDER BY ${BEST_FIRST}`,
  SEARCH_SETTINGS,
);
