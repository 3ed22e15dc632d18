-- Generated from src/search/search.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- search_remove
DELETE FROM search_entry WHERE locale = $1 AND slug = $2 RETURNING locale;

-- search_index_size
WITH RECURSIVE next AS (
  (SELECT locale FROM search_entry ORDER BY locale LIMIT 1)
  UNION ALL
  SELECT (SELECT locale FROM search_entry WHERE locale > next.locale ORDER BY locale LIMIT 1)
    FROM next WHERE next.locale IS NOT NULL
), counted AS (
  SELECT count(*) AS entries FROM (SELECT FROM search_entry ORDER BY locale, slug LIMIT 1001) AS first
)
SELECT newest::float8 AS newest,
       CASE WHEN entries < 1001 THEN entries
            -- as many a page as the last VACUUM or ANALYZE saw, if there was one
            ELSE greatest(entries, CASE WHEN relpages > 0 AND reltuples > 0
              THEN reltuples * pg_relation_size(oid) / current_setting('block_size')::integer / relpages
              ELSE newest END) END::float8 AS entries,
       ARRAY(SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100) AS locales
  FROM counted, (SELECT last_value AS newest FROM search_entry_number) AS number,
       pg_class WHERE oid = 'search_entry'::regclass;

-- search_find_ranked
WITH
found_1 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 1 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[1] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false)
), stage_1 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_1
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false) AS found)
),
found_2 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 2 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[2] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1)
), stage_2 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_2
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1) AS found)
),
found_3 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 3 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[3] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2)
), stage_3 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_3
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2) AS found)
),
found_4 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 4 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[4] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3)
), stage_4 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_4
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3) AS found)
),
found_5 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 5 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[5] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4)
), stage_5 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_5
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4) AS found)
),
found_6 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 6 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[6] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5)
), stage_6 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_6
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5) AS found)
),
found_7 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 7 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[7] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6)
), stage_7 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_7
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6) AS found)
),
found_8 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 8 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[8] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7)
), stage_8 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_8
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7) AS found)
),
found_9 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 9 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[9] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8)
), stage_9 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_9
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8) AS found)
),
found_10 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 10 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[10] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9)
), stage_10 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_10
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9) AS found)
),
found_11 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at, 11 AS stage FROM search_entry
   WHERE vector @@ ($1::tsquery[])[11] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9 UNION ALL SELECT tid FROM stage_10)
), stage_11 AS MATERIALIZED (
  SELECT tid, locale, slug, vector, length, published_at, stage
    FROM (
      SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
        FROM (SELECT * FROM found_11
               LIMIT CASE WHEN $2::tsquery IS NULL THEN 1001 ELSE 4000 END) AS few
    ) AS weighed
   WHERE $2::tsquery IS NULL OR (bytes <= 33554432 AND vector @@ $2)
   LIMIT 1001 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9 UNION ALL SELECT tid FROM stage_10) AS found)
),
candidate AS MATERIALIZED (
  SELECT tid, locale, slug, vector, greatest(length, 50)::float8 AS length, published_at,
         sum(pg_column_size(vector)) OVER (ORDER BY stage, pg_column_size(vector), tid) <= 33554432 AS is_read
    FROM (SELECT * FROM stage_1 UNION ALL SELECT * FROM stage_2 UNION ALL SELECT * FROM stage_3 UNION ALL SELECT * FROM stage_4 UNION ALL SELECT * FROM stage_5 UNION ALL SELECT * FROM stage_6 UNION ALL SELECT * FROM stage_7 UNION ALL SELECT * FROM stage_8 UNION ALL SELECT * FROM stage_9 UNION ALL SELECT * FROM stage_10 UNION ALL SELECT * FROM stage_11) AS staged
),
average AS MATERIALIZED (
  SELECT avg(length) AS length FROM candidate
),
term AS MATERIALIZED (
  SELECT * FROM unnest($3::tsquery[], $4::float8[], $5::float8[]) AS asked (forms, weight, scale)
),
scored AS (
  SELECT tid, locale, slug, published_at, length,
         (SELECT count(*) FROM unnest($6::tsquery[]) AS title WHERE flat @@ title) AS titled,
         coalesce(score * (0.7 + 0.3 * coverage * coverage), 0) AS score
    FROM (
      SELECT *, 0.4 + 0.6 * length / (SELECT length FROM average) AS long,
             CASE WHEN is_read THEN (ARRAY[vector])[1] END AS flat
        FROM candidate OFFSET 0
    ) AS read, LATERAL (
      SELECT sum(weight * times / (times + 8)) AS score,
             coalesce(sum(weight) FILTER (WHERE times > 0), 0) / sum(weight) AS coverage
        FROM (
          SELECT weight, 8 * titled + least(2, 0.64 * inside / (1 - inside) / long) AS times
            FROM (
              SELECT weight, least(scale * ts_rank('{1, 0, 0, 0}', flat, forms), 0.95) AS inside,
                     scale * ts_rank('{0, 0, 0.4, 1}', flat, forms) AS titled
                FROM term OFFSET 0
            ) AS occurring OFFSET 0
        ) AS counted
    ) AS weighed
),
placed AS (
  SELECT *, row_number() OVER (ORDER BY titled DESC, score DESC, published_at DESC, locale, slug) AS place
    FROM scored
),
hit AS (
  SELECT tid, place, published_at, locale, slug, titled, place > 100 AS is_far,
         floor(50 * ln(greatest(score, 1e-9) * (1 + CASE
           WHEN place > 100 OR length > 5000 OR $7::tsquery IS NULL THEN 0
           ELSE 0.05 * ts_rank('{0.3, 0.3, 0.3, 0.3}', (SELECT vector FROM search_entry WHERE ctid = tid), $7) END))) AS rank
    FROM placed
   ORDER BY titled DESC, is_far, rank DESC, published_at DESC, locale, slug
   LIMIT $8 OFFSET $9
)
SELECT e.locale, e.slug, e.title, e.description,
       CASE WHEN length(e.body) <= $10::integer THEN e.body
            ELSE substr(e.body, greatest(1, coalesce((
              SELECT at FROM unnest($11::text[]) AS asked (place),
                             strpos(e.body || ' ', substring(e.body || ' ' FROM place)) AS at
               WHERE at > 0 LIMIT 1), 1) - $10::integer / 2), $10::integer) END AS body, e.tags,
       e.author_kind AS "authorKind", e.published_at AS "publishedAt", total
  FROM (SELECT count(*)::integer AS total FROM placed) AS found
  LEFT JOIN (hit JOIN search_entry e ON e.ctid = hit.tid) ON true
 ORDER BY titled DESC, is_far, rank DESC, hit.published_at DESC, e.locale, e.slug;
