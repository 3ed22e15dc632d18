import type { Statement } from '../platform/database/statement.js';
import { isSigned } from './is-signed.js';
import { MODIFIED, SAME_SLUG } from './same-slug.js';

/** $1 slug. Withdrawals and publishes of one slug run one after the other, since they change the same translations. */
export const LOCK: Statement = {
  name: 'released_page_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('released_page ' || $1, 0))`,
};

/** The second of a withdrawal, which is later than all earlier changes of the same slug and account. */
const NEXT_SECOND = `
  greatest(date_trunc('second', now()),
           (SELECT max(${MODIFIED}) + interval '1 second' FROM released_page
             WHERE account_id = page.account_id AND slug = page.slug))`;

/** $1 locale, $2 slug. Removes the document from the lists of its tags. */
export const UNTAG: Statement = {
  name: 'released_tag_remove',
  text: `DELETE FROM released_tag WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** $1 locale, $2 slug. */
export const WITHDRAW: Statement = {
  name: 'released_page_withdraw',
  text: `
    UPDATE released_page AS page
       SET title = '', description = '', tags = '{}', sources = '{}', author_kind = '',
           author_name = '', markdown = '', html = '', headings = '[]', approved_by = NULL,
           approved_via = NULL, account_name = NULL, withdrawn_at = now(), modified_at = ${NEXT_SECOND}
     WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL
    RETURNING locale`,
};

/** $1 locale, $2 slug. */
export const FIND: Statement = {
  name: 'released_page_find_signed',
  text: `
    SELECT locale, slug, publication_id AS "publicationId", account_id AS "accountId", version,
           title, description, tags, sources, author_kind AS "authorKind",
           author_name AS "authorName", approved_by AS "approvedBy", approved_via AS "approvedVia",
           account_name AS "accountName",
           markdown, html, headings,
           first_published_at AS "firstPublishedAt", published_at AS "publishedAt",
           withdrawn_at AS "withdrawnAt", rendered_by AS "renderedBy", translations, changed_at AS "changedAt", stamp,
           ${isSigned('page')} AS "isSigned"
      FROM released_page AS page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
     WHERE locale = $1 AND slug = $2`,
};

/**
 * $1 locales, $2 slugs, $3 requested forms, $4 their compressions, $5 the edition that must have made the files, $6
 * whether the last four bytes are returned instead of the body. `place` is the number of the request, from 1. The
 * subqueries hide the array lengths from the planner, so that it plans only once: planning each time took four times as
 * long as the look-up.
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

/** $1 locale, $2 slug. */
export const FORGET: Statement = {
  name: 'kept_page_forget',
  text: `DELETE FROM kept_page WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Publications per query. Without the `ORDER BY`, the planner would read the whole table for the `LIMIT`. */
const OUTDATED_AT_ONCE = 16;
const outdated = (condition: string): string => `
    (SELECT publication_id AS id FROM released_page
      WHERE withdrawn_at IS NULL AND rendered_by ${condition}
      ORDER BY rendered_by LIMIT ${OUTDATED_AT_ONCE})`;

/** $1 edition. Some publications whose pages another edition rendered, found by three index look-ups. */
export const OUTDATED: Statement = {
  name: 'released_page_outdated',
  text: `${outdated('IS NULL')} UNION ALL ${outdated('< $1')} UNION ALL ${outdated('> $1')}
    LIMIT ${OUTDATED_AT_ONCE}`,
};

/** $1 publication, $2 edition that cannot render its page. */
export const KEEP_AS_RENDERED: Statement = {
  name: 'released_page_keep_as_rendered',
  text: `UPDATE released_page SET rendered_by = $2 WHERE publication_id = $1 AND withdrawn_at IS NULL`,
};
