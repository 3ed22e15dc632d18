-- Generated from src/site/listed-pages.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- listed_pages_newest
SELECT entry.*, change.at AS "lastChange"
  FROM (
SELECT greatest(
         (SELECT max(published_at) FROM released_page WHERE withdrawn_at IS NULL),
         (SELECT max(withdrawn_at) FROM released_page WHERE withdrawn_at IS NOT NULL)) AS at) AS change
       LEFT JOIN (
         SELECT
publication_id AS "publicationId", locale, slug, title, description, tags,
author_kind AS "authorKind", author_name AS "authorName",
first_published_at AS "firstPublishedAt", published_at AS "publishedAt" FROM (
  SELECT locale, slug FROM released_page
   WHERE withdrawn_at IS NULL
   ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2) AS chosen JOIN released_page USING (locale, slug)
       ) AS entry ON true
 ORDER BY "publishedAt" DESC, locale DESC, slug DESC;

-- listed_pages_newest_in_locale
SELECT entry.*, change.at AS "lastChange"
  FROM (
SELECT greatest(
         (SELECT max(published_at) FROM released_page WHERE withdrawn_at IS NULL),
         (SELECT max(withdrawn_at) FROM released_page WHERE withdrawn_at IS NOT NULL)) AS at) AS change
       LEFT JOIN (
         SELECT
publication_id AS "publicationId", locale, slug, title, description, tags,
author_kind AS "authorKind", author_name AS "authorName",
first_published_at AS "firstPublishedAt", published_at AS "publishedAt" FROM (
  SELECT locale, slug FROM released_page
   WHERE withdrawn_at IS NULL AND locale = $3
   ORDER BY published_at DESC, slug DESC LIMIT $1 OFFSET $2) AS chosen JOIN released_page USING (locale, slug)
       ) AS entry ON true
 ORDER BY "publishedAt" DESC, locale DESC, slug DESC;

-- listed_pages_newest_with_tag
SELECT entry.*, change.at AS "lastChange"
  FROM (
SELECT greatest(
         (SELECT max(published_at) FROM released_page WHERE withdrawn_at IS NULL),
         (SELECT max(withdrawn_at) FROM released_page WHERE withdrawn_at IS NOT NULL)) AS at) AS change
       LEFT JOIN (
         SELECT
publication_id AS "publicationId", locale, slug, title, description, tags,
author_kind AS "authorKind", author_name AS "authorName",
first_published_at AS "firstPublishedAt", published_at AS "publishedAt" FROM (
  SELECT locale, slug FROM released_tag
   WHERE tag = $3
   ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2) AS chosen JOIN released_page USING (locale, slug)
       ) AS entry ON true
 ORDER BY "publishedAt" DESC, locale DESC, slug DESC;

-- listed_pages_locales
WITH RECURSIVE shown AS (
  SELECT min(locale) AS locale FROM released_page WHERE withdrawn_at IS NULL
  UNION ALL
  SELECT (SELECT min(locale) FROM released_page
           WHERE withdrawn_at IS NULL AND locale > shown.locale)
    FROM shown WHERE locale IS NOT NULL)
SELECT locale FROM shown WHERE locale IS NOT NULL LIMIT $1;
