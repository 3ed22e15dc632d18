import type { Statement } from '../platform/database/statement.js';
import { isSigned, SAME_SLUG } from './page-facts.sql.js';

/**
 * Locks slug $1 until commit. Withdrawals and releases of one slug run one at a time, because each withdrawal or
 * release changes the translations of all pages with this slug.
 */
export const LOCK: Statement = {
  name: 'released_page_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('released_page ' || $1, 0))`,
};

/**
 * SQL expression for the time of a withdrawal, which `Last-Modified` shows. This time is in a later second than all
 * earlier changes of pages with the same account and slug.
 */
const NEXT_SECOND = `
  greatest(date_trunc('second', now()),
           (SELECT max(modified_at) + interval '1 second' FROM released_page
             WHERE account_id = page.account_id AND slug = page.slug))`;

/** Removes the document at locale $1 and slug $2 from the lists of its tags. */
export const UNTAG: Statement = {
  name: 'released_tag_remove',
  text: `DELETE FROM released_tag WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Empties the public page at locale $1 and slug $2, and marks the page as withdrawn. */
export const WITHDRAW: Statement = {
  name: 'released_page_withdraw',
  text: `
    UPDATE released_page AS page
       SET title = '', description = '', tags = '{}', sources = '{}', author_kind = '',
           author_name = '', markdown = '', html = '', headings = '[]', approved_by = NULL,
           approved_via = NULL, approved_in = NULL, account_name = NULL, withdrawn_at = now(), modified_at = ${NEXT_SECOND}
     WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL
    RETURNING locale`,
};

/** Reads the public or withdrawn page at locale $1 and slug $2. */
export const FIND: Statement = {
  name: 'released_page_find_signed',
  text: `
    SELECT locale, slug, publication_id AS "publicationId", account_id AS "accountId", version,
           title, description, tags, sources, author_kind AS "authorKind",
           author_name AS "authorName", approved_by AS "approvedBy", approved_via AS "approvedVia",
           approved_in AS "approvedIn", account_name AS "accountName",
           markdown, html, headings,
           first_published_at AS "firstPublishedAt", published_at AS "publishedAt",
           withdrawn_at AS "withdrawnAt", rendered_by AS "renderedBy", translations, changed_at AS "changedAt", stamp,
           ${isSigned('page')} AS "isSigned"
      FROM released_page AS page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
     WHERE locale = $1 AND slug = $2`,
};

/**
 * Reads the stamps and stored files of requested pages. $1 locales, $2 slugs, $3 forms, $4 compressions, $5 the edition
 * that must have made the files, $6 for each request: whether to return only the last four bytes of the body. `place`
 * is the number of the request, from 1. The subqueries hide the array lengths from the planner, so that the planner
 * makes only one plan. A new plan for each query took four times as long as the query.
 */
export const FIND_KEPT: Statement = {
  name: 'released_page_find_kept',
  text: `
    SELECT place::integer, same.stamp, withdrawn_at IS NOT NULL AS "isWithdrawn",
           changed_at AS "changedAt", kept.tag, CASE WHEN NOT is_head_enough THEN kept.body END AS body,
           octet_length(kept.body) AS length,
           CASE WHEN is_head_enough THEN substring(kept.body FROM octet_length(kept.body) - 3) END AS ending
      FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[]), (SELECT $4::text[]),
                  (SELECT $6::boolean[]))
             WITH ORDINALITY AS asked (locale, slug, form, compression, is_head_enough, place)
           JOIN released_page AS page USING (locale, slug)
           CROSS JOIN LATERAL (${SAME_SLUG}) AS same
           LEFT JOIN LATERAL (
             SELECT CASE form WHEN 'page' THEN page_tag ELSE markdown_tag END AS tag,
                    CASE form || ' ' || compression
                      WHEN 'page br' THEN page_br WHEN 'page gzip' THEN page_gzip
                      WHEN 'markdown br' THEN markdown_br WHEN 'markdown gzip' THEN markdown_gzip
                    END AS body
               FROM kept_page AS kept
              WHERE form IS NOT NULL AND kept.locale = page.locale AND kept.slug = page.slug
                AND kept.stamp = same.stamp AND kept.made_by = $5) AS kept ON true`,
};

/** Deletes the stored files of the page at locale $1 and slug $2. */
export const FORGET: Statement = {
  name: 'kept_page_forget',
  text: `DELETE FROM kept_page WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Maximum number of publications per look-up. The `ORDER BY` prevents a plan that reads the whole table. */
const OUTDATED_AT_ONCE = 16;
const outdated = (condition: string): string => `
    (SELECT publication_id AS id FROM released_page
      WHERE withdrawn_at IS NULL AND rendered_by ${condition}
      ORDER BY rendered_by LIMIT ${OUTDATED_AT_ONCE})`;

/** Finds, with two index look-ups, some publications whose pages were rendered by an edition other than $1. */
export const OUTDATED: Statement = {
  name: 'released_page_outdated',
  text: `${outdated('< $1')} UNION ALL ${outdated('> $1')}
    LIMIT ${OUTDATED_AT_ONCE}`,
};

/**
 * Marks the page of publication $1 as rendered by edition $2, although this edition cannot render the page. Therefore
 * no worker tries again.
 */
export const KEEP_AS_RENDERED: Statement = {
  name: 'released_page_keep_as_rendered',
  text: `UPDATE released_page SET rendered_by = $2 WHERE publication_id = $1 AND withdrawn_at IS NULL`,
};
