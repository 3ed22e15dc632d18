import type { Statement } from '../platform/database/statement.js';

/** $1 slug: whoever changes a page or one of its translations goes one after the other. */
export const LOCK: Statement = {
  name: 'released_page_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('released_page ' || $1, 0))`,
};

/** Null where an older version of this service made the last change. */
const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/** The second of a change: later than that of every change before of the same slug and account. */
const NEXT_SECOND = (now: string, account: string, slug: string): string => `
  greatest(date_trunc('second', ${now}),
           (SELECT max(${MODIFIED}) + interval '1 second' FROM released_page
             WHERE account_id = ${account} AND slug = ${slug}))`;

/**
 * $1 locale, $2 slug, $3 publication, $4 account, $5 version, $6 title, $7 description, $8 tags,
 * $9 sources, $10 kind and $11 name of the author, $12 Markdown, $13 HTML, $14 headings, $15 time, $16 who
 * answers for it, $17 name of the account.
 *
 * Not `ON CONFLICT`: it would take a number of the sitemap for a page that has one. Nobody else can
 * insert the path meanwhile, since the caller holds the release of its one publication.
 */
export const PUBLISH: Statement = {
  name: 'released_page_publish',
  text: `
    WITH updated AS (
      UPDATE released_page
         SET version = $5, title = $6, description = $7, tags = $8, sources = $9, author_kind = $10,
             author_name = $11, markdown = $12, html = $13, headings = $14, approved_by = $16,
             account_name = $17,
             first_published_at = CASE WHEN withdrawn_at IS NULL THEN first_published_at
                                       ELSE $15 END,
             published_at = $15, withdrawn_at = NULL, modified_at = ${NEXT_SECOND('$15::timestamptz', '$4::uuid', '$2')}
       WHERE locale = $1 AND slug = $2
      RETURNING 1
    ), untagged AS (
      DELETE FROM released_tag WHERE locale = $1 AND slug = $2 AND tag <> ALL ($8::text[])
    ), tagged AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT $1, $2, unnest($8::text[]), $15::timestamptz
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    )
    INSERT INTO released_page
           (locale, slug, publication_id, account_id, version, title, description, tags, sources,
            author_kind, author_name, markdown, html, headings, first_published_at, published_at,
            modified_at, approved_by, account_name)
    SELECT $1, $2, $3::uuid, $4::uuid, $5::integer, $6, $7, $8::text[], $9::text[], $10, $11, $12,
           $13, $14::jsonb, $15::timestamptz, $15, ${NEXT_SECOND('$15::timestamptz', '$4::uuid', '$2')},
           $16, $17
     WHERE NOT EXISTS (SELECT FROM updated)`,
};

/** $1 locale, $2 slug: the document is on no list of a tag from now on. */
export const UNTAG: Statement = {
  name: 'released_tag_remove',
  text: `DELETE FROM released_tag WHERE locale = $1 AND slug = $2`,
};

/** $1 locale, $2 slug. */
export const WITHDRAW: Statement = {
  name: 'released_page_withdraw',
  text: `
    UPDATE released_page AS page
       SET title = '', description = '', tags = '{}', sources = '{}', author_kind = '',
           author_name = '', markdown = '', html = '', headings = '[]', approved_by = NULL,
           account_name = NULL, withdrawn_at = now(),
           modified_at = ${NEXT_SECOND('now()', 'page.account_id', '$2')}
     WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL`,
};

/**
 * What a page says of the same slug in other locales of its account, and the stamp of all of it: no
 * row of `released_page` changes without a new `xmin`, so that the stamp follows every change, whoever
 * made it and whatever the clocks say.
 */
const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         max(${MODIFIED}) AS changed_at,
         string_agg(locale || ' ' || xmin::text, ',' ORDER BY locale) AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

/** $1 locale, $2 slug. */
export const FIND: Statement = {
  name: 'released_page_find',
  text: `
    SELECT locale, slug, publication_id AS "publicationId", account_id AS "accountId", version,
           title, description, tags, sources, author_kind AS "authorKind",
           author_name AS "authorName", approved_by AS "approvedBy", account_name AS "accountName",
           markdown, html, headings,
           first_published_at AS "firstPublishedAt", published_at AS "publishedAt",
           withdrawn_at AS "withdrawnAt", translations, changed_at AS "changedAt", stamp
      FROM released_page AS page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
     WHERE locale = $1 AND slug = $2`,
};

/**
 * $1 locales, $2 slugs, $3 forms that are asked for, $4 by what their answers must have been made; `place`,
 * from 1, says which of them. The planner cannot see how many they are, and so plans once: to plan each
 * time took four times as long as to look.
 */
export const FIND_STAMPS: Statement = {
  name: 'released_page_find_stamps',
  text: `
    SELECT place::integer, same.stamp, withdrawn_at IS NOT NULL AS "isWithdrawn",
           changed_at AS "changedAt", kept.tag, kept.br, kept.gzip
      FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[]))
             WITH ORDINALITY AS asked (locale, slug, form, place)
           JOIN released_page AS page USING (locale, slug)
           CROSS JOIN LATERAL (${SAME_SLUG}) AS same
           LEFT JOIN LATERAL (
             SELECT CASE form WHEN 'page' THEN page_tag ELSE markdown_tag END AS tag,
                    CASE form WHEN 'page' THEN page_br ELSE markdown_br END AS br,
                    CASE form WHEN 'page' THEN page_gzip ELSE markdown_gzip END AS gzip
               FROM kept_page AS kept
              WHERE form IS NOT NULL AND kept.locale = page.locale AND kept.slug = page.slug
                AND kept.stamp = same.stamp AND kept.made_by = $4) AS kept ON true`,
};

/**
 * $1 locale, $2 slug, $3 stamp, $4 by what, $5 to $7 the page and $8 to $10 the Markdown: tag, brotli, gzip.
 * It waits for a withdrawal under way, so that nothing is kept of what was taken down.
 */
export const KEEP: Statement = {
  name: 'kept_page_put',
  text: `
    INSERT INTO kept_page (locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag,
                           markdown_br, markdown_gzip)
    SELECT locale, slug, $3, $4, $5, $6, $7, $8, $9, $10
      FROM (SELECT locale, slug FROM released_page
             WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL FOR SHARE) AS page
    ON CONFLICT (locale, slug) DO UPDATE
       SET stamp = excluded.stamp, made_by = excluded.made_by, page_tag = excluded.page_tag,
           page_br = excluded.page_br, page_gzip = excluded.page_gzip,
           markdown_tag = excluded.markdown_tag, markdown_br = excluded.markdown_br,
           markdown_gzip = excluded.markdown_gzip`,
};

/** $1 locale, $2 slug. */
export const FORGET: Statement = {
  name: 'kept_page_forget',
  text: `DELETE FROM kept_page WHERE locale = $1 AND slug = $2`,
};
