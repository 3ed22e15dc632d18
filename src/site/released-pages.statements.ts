import type { Statement } from '../platform/database/statement.js';

/** $1 slug: who withdraws goes one after the other with who publishes, and so with its translations. */
export const LOCK: Statement = {
  name: 'released_page_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('released_page ' || $1, 0))`,
};

/** Null where an older version of this service made the last change. */
const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/** The second of a withdrawal: later than that of every change before of the same slug and account. */
const NEXT_SECOND = `
  greatest(date_trunc('second', now()),
           (SELECT max(${MODIFIED}) + interval '1 second' FROM released_page
             WHERE account_id = page.account_id AND slug = page.slug))`;

/**
 * Of each page, in arrays: $1 locale, $2 slug, $3 publication, $4 account, $5 version, $6 title,
 * $7 description, $8 tags and $9 sources as JSON, $10 kind and $11 name of the author, $12 Markdown, $13 HTML,
 * $14 headings, $15 time, $16 who answers for it, $17 name of the account. No two of them have one slug.
 *
 * Not `ON CONFLICT`: it would take a number of the sitemap for a page that has one. Nobody else can
 * insert the path meanwhile, since the caller holds the release of its one publication.
 */
export const PUBLISH: Statement = {
  name: 'released_pages_publish',
  text: `
    WITH page AS MATERIALIZED (
      SELECT locale, slug, publication_id, account_id, version, title, description,
             ARRAY(SELECT jsonb_array_elements_text(tags)) AS tags,
             ARRAY(SELECT jsonb_array_elements_text(sources)) AS sources,
             author_kind, author_name, markdown, html, headings, published_at, approved_by, account_name,
             second, translations
        FROM (SELECT *
                FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::uuid[]), (SELECT $4::uuid[]),
                            (SELECT $5::integer[]), (SELECT $6::text[]), (SELECT $7::text[]),
                            (SELECT $8::jsonb[]), (SELECT $9::jsonb[]), (SELECT $10::text[]),
                            (SELECT $11::text[]), (SELECT $12::text[]), (SELECT $13::text[]),
                            (SELECT $14::jsonb[]), (SELECT $15::timestamptz[]), (SELECT $16::text[]), (SELECT $17::text[]))
                       AS given (locale, slug, publication_id, account_id, version, title, description,
                                 tags, sources, author_kind, author_name, markdown, html, headings, published_at,
                                 approved_by, account_name)
               ORDER BY slug) AS given
             CROSS JOIN LATERAL released_page_turn(account_id, slug, locale, published_at)
    ), updated AS (
      UPDATE released_page AS old
         SET version = page.version, title = page.title, description = page.description, tags = page.tags,
             sources = page.sources, author_kind = page.author_kind, author_name = page.author_name,
             markdown = page.markdown, html = page.html, headings = page.headings,
             approved_by = page.approved_by, account_name = page.account_name,
             first_published_at = CASE WHEN withdrawn_at IS NULL THEN first_published_at
                                       ELSE page.published_at END,
             published_at = page.published_at, withdrawn_at = NULL, modified_at = page.second
        FROM page WHERE old.locale = page.locale AND old.slug = page.slug
      RETURNING old.locale, old.slug, old.first_published_at
    ), untagged AS (
      DELETE FROM released_tag AS old USING page
       WHERE old.locale = page.locale AND old.slug = page.slug AND old.tag <> ALL (page.tags)
    ), tagged AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT locale, slug, unnest(tags), published_at FROM page
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    ), inserted AS (
      INSERT INTO released_page
             (locale, slug, publication_id, account_id, version, title, description, tags, sources,
              author_kind, author_name, markdown, html, headings, first_published_at, published_at,
              modified_at, approved_by, account_name)
      SELECT locale, slug, publication_id, account_id, version, title, description, tags, sources,
             author_kind, author_name, markdown, html, headings, published_at, published_at, second,
             approved_by, account_name
        FROM page WHERE NOT EXISTS (SELECT FROM updated AS old
                                     WHERE old.locale = page.locale AND old.slug = page.slug)
    )
    SELECT page.publication_id AS "publicationId", page.second AS "changedAt", page.translations,
           coalesce(old.first_published_at, page.published_at) AS "firstPublishedAt"
      FROM page LEFT JOIN updated AS old ON old.locale = page.locale AND old.slug = page.slug`,
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
           account_name = NULL, withdrawn_at = now(), modified_at = ${NEXT_SECOND}
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
 * Of each page, in arrays: $1 locale, $2 slug, $3 when it or a translation was last changed, $4 to $6 the page
 * and $7 to $9 the Markdown: tag, brotli, gzip; $10 by what all were made. What was changed since is not kept: each
 * change has a second of its own. It waits for a withdrawal under way, so that nothing is kept of what was taken down.
 */
export const KEEP: Statement = {
  name: 'kept_pages_put',
  text: `
    WITH file AS MATERIALIZED (
      SELECT * FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::timestamptz[]),
                           (SELECT $4::text[]), (SELECT $5::bytea[]), (SELECT $6::bytea[]),
                           (SELECT $7::text[]), (SELECT $8::bytea[]), (SELECT $9::bytea[]))
               AS given (locale, slug, changed_at, page_tag, page_br, page_gzip, markdown_tag, markdown_br,
                         markdown_gzip)
    ), page AS MATERIALIZED (
      SELECT file.*, page.account_id FROM file JOIN released_page AS page USING (locale, slug)
       WHERE withdrawn_at IS NULL ORDER BY slug, locale FOR SHARE OF page
    )
    INSERT INTO kept_page (locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag,
                           markdown_br, markdown_gzip)
    SELECT locale, slug, same.stamp, $10, page_tag, page_br, page_gzip, markdown_tag, markdown_br,
           markdown_gzip
      FROM page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
     WHERE same.changed_at = page.changed_at
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
