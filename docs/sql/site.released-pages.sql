-- Generated from src/site/released-pages.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- released_page_lock
SELECT pg_advisory_xact_lock(hashtextextended('released_page ' || $1, 0));

-- released_tag_remove
DELETE FROM released_tag WHERE locale = $1 AND slug = $2 RETURNING locale;

-- released_page_withdraw
  UPDATE released_page AS page
     SET title = '', description = '', tags = '{}', sources = '{}', author_kind = '',
         author_name = '', markdown = '', html = '', headings = '[]', approved_by = NULL,
         approved_via = NULL, approved_in = NULL, account_name = NULL, withdrawn_at = now(), modified_at =
greatest(date_trunc('second', now()),
         (SELECT max(modified_at) + interval '1 second' FROM released_page
           WHERE account_id = page.account_id AND slug = page.slug))
   WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL
  RETURNING locale;

-- released_page_find_signed
  SELECT locale, slug, publication_id AS "publicationId", account_id AS "accountId", version,
         title, description, tags, sources, author_kind AS "authorKind",
         author_name AS "authorName", approved_by AS "approvedBy", approved_via AS "approvedVia",
         approved_in AS "approvedIn", account_name AS "accountName",
         markdown, html, headings,
         first_published_at AS "firstPublishedAt", published_at AS "publishedAt",
         withdrawn_at AS "withdrawnAt", rendered_by AS "renderedBy", translations, changed_at AS "changedAt", stamp,
  EXISTS (SELECT FROM released_revision AS signed WHERE signed.publication_id = page.publication_id
             AND signed.version = page.version AND signed.record_number IS NOT NULL) AS "isSigned"
    FROM released_page AS page CROSS JOIN LATERAL (
SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                  FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
       max(modified_at) AS changed_at,
       max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
         || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
  FROM released_page
 WHERE account_id = page.account_id AND slug = page.slug) AS same
   WHERE locale = $1 AND slug = $2;

-- released_page_find_kept
  SELECT place::integer, same.stamp, withdrawn_at IS NOT NULL AS "isWithdrawn",
         changed_at AS "changedAt", kept.tag, CASE WHEN NOT is_head_enough THEN kept.body END AS body,
         octet_length(kept.body) AS length,
         CASE WHEN is_head_enough THEN substring(kept.body FROM octet_length(kept.body) - 3) END AS ending
    FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[]), (SELECT $4::text[]),
                (SELECT $6::boolean[]))
           WITH ORDINALITY AS asked (locale, slug, form, compression, is_head_enough, place)
         JOIN released_page AS page USING (locale, slug)
         CROSS JOIN LATERAL (
SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                  FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
       max(modified_at) AS changed_at,
       max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
         || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
  FROM released_page
 WHERE account_id = page.account_id AND slug = page.slug) AS same
         LEFT JOIN LATERAL (
           SELECT CASE form WHEN 'page' THEN page_tag ELSE markdown_tag END AS tag,
                  CASE form || ' ' || compression
                    WHEN 'page br' THEN page_br WHEN 'page gzip' THEN page_gzip
                    WHEN 'markdown br' THEN markdown_br WHEN 'markdown gzip' THEN markdown_gzip
                  END AS body
             FROM kept_page AS kept
            WHERE form IS NOT NULL AND kept.locale = page.locale AND kept.slug = page.slug
              AND kept.stamp = same.stamp AND kept.made_by = $5) AS kept ON true;

-- kept_page_forget
DELETE FROM kept_page WHERE locale = $1 AND slug = $2 RETURNING locale;

-- released_page_outdated
(SELECT publication_id AS id FROM released_page
  WHERE withdrawn_at IS NULL AND rendered_by < $1
  ORDER BY rendered_by LIMIT 16) UNION ALL
(SELECT publication_id AS id FROM released_page
  WHERE withdrawn_at IS NULL AND rendered_by > $1
  ORDER BY rendered_by LIMIT 16)
LIMIT 16;

-- released_page_keep_as_rendered
UPDATE released_page SET rendered_by = $2 WHERE publication_id = $1 AND withdrawn_at IS NULL;
