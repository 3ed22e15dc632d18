-- Generated from src/search/search.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- search_remove
DELETE FROM search_entry WHERE locale = $1 AND slug = $2;

-- search_locales
WITH RECURSIVE next AS (
  (SELECT locale FROM search_entry ORDER BY locale LIMIT 1)
  UNION ALL
  SELECT (SELECT locale FROM search_entry WHERE locale > next.locale ORDER BY locale LIMIT 1)
    FROM next WHERE next.locale IS NOT NULL
)
SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100;

-- search_common_words
SELECT word, share, (SELECT reltuples FROM pg_class WHERE oid = 'search_entry'::regclass)::float8 AS entries
  FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS common (word, share)
 WHERE schemaname = current_schema() AND tablename = 'search_entry' AND attname = 'vector'
   AND word IS NOT NULL;

-- search_weigh
SELECT greatest((SELECT count(*) FROM (SELECT FROM search_entry ORDER BY locale, slug LIMIT $2) AS first),
          (SELECT reltuples FROM pg_class WHERE oid = 'search_entry'::regclass))::float8 AS entries, (SELECT last_value FROM search_entry_number)::float8 AS newest,
       ARRAY(
         SELECT (WITH found AS MATERIALIZED (SELECT FROM search_entry WHERE vector @@ condition)
                 SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
           FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
          ORDER BY place
       ) AS held;

-- search_find
WITH
found_1 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[1] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false)
), stage_1 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_1 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false) AS found)
),
found_2 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[2] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1)
), stage_2 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_2 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1) AS found)
),
found_3 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[3] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2)
), stage_3 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_3 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2) AS found)
),
found_4 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[4] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3)
), stage_4 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_4 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3) AS found)
),
found_5 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[5] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4)
), stage_5 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_5 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4) AS found)
),
found_6 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[6] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5)
), stage_6 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_6 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5) AS found)
),
found_7 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[7] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6)
), stage_7 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_7 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6) AS found)
),
found_8 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[8] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7)
), stage_8 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_8 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7) AS found)
),
found_9 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[9] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8)
), stage_9 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_9 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8) AS found)
),
found_10 AS MATERIALIZED (
  SELECT ctid AS tid, locale, slug, vector, length, published_at FROM search_entry
   WHERE vector @@ ($1::tsquery[])[10] AND ctid NOT IN (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9)
), stage_10 AS MATERIALIZED (
  SELECT * FROM (SELECT * FROM found_10 LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
   WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (SELECT NULL::tid AS tid WHERE false UNION ALL SELECT tid FROM stage_1 UNION ALL SELECT tid FROM stage_2 UNION ALL SELECT tid FROM stage_3 UNION ALL SELECT tid FROM stage_4 UNION ALL SELECT tid FROM stage_5 UNION ALL SELECT tid FROM stage_6 UNION ALL SELECT tid FROM stage_7 UNION ALL SELECT tid FROM stage_8 UNION ALL SELECT tid FROM stage_9) AS found)
),
candidate AS MATERIALIZED (
  SELECT tid, locale, slug, vector, greatest(coalesce(length, 300), 50)::float8 AS length, published_at
    FROM (SELECT * FROM stage_1 UNION ALL SELECT * FROM stage_2 UNION ALL SELECT * FROM stage_3 UNION ALL SELECT * FROM stage_4 UNION ALL SELECT * FROM stage_5 UNION ALL SELECT * FROM stage_6 UNION ALL SELECT * FROM stage_7 UNION ALL SELECT * FROM stage_8 UNION ALL SELECT * FROM stage_9 UNION ALL SELECT * FROM stage_10) AS staged
),
average AS MATERIALIZED (
  SELECT avg(length) AS length FROM candidate
),
term AS MATERIALIZED (
  SELECT * FROM unnest($4::tsquery[], $5::float8[], $6::float8[]) AS asked (forms, weight, scale)
),
scored AS (
  SELECT tid, locale, slug, published_at, score * (0.85 + 0.15 * coverage) AS score
    FROM (
      SELECT *, 0.4 + 0.6 * length / (SELECT length FROM average) AS long, vector || ''::tsvector AS flat
        FROM candidate OFFSET 0
    ) AS read, LATERAL (
      SELECT sum(weight * times / (times + 2)) AS score,
             coalesce(sum(weight) FILTER (WHERE times > 0), 0) / sum(weight) AS coverage
        FROM (
          SELECT weight, 12 * titled + least(6, 0.64 * inside / (1 - inside) / long) AS times
            FROM (
              SELECT weight, least(scale * ts_rank('{1, 0, 0, 0}', flat, forms), 0.95) AS inside,
                     scale * ts_rank('{0, 0, 0.4, 1}', flat, forms) AS titled
                FROM term OFFSET 0
            ) AS occurring OFFSET 0
        ) AS counted
    ) AS weighed
),
placed AS (
  SELECT *, row_number() OVER (ORDER BY score DESC, published_at DESC, locale, slug) AS place
    FROM scored
),
hit AS (
  SELECT tid, place, published_at, locale, slug, place > 100 AS is_far,
         floor(50 * ln(greatest(score, 1e-9) * (1 + CASE WHEN place > 100 OR $7::tsquery IS NULL THEN 0
           ELSE 0.05 * ts_rank('{0.3, 0.3, 0.3, 0.3}', (SELECT vector FROM search_entry WHERE ctid = tid), $7) END))) AS rank
    FROM placed
   ORDER BY is_far, rank DESC, published_at DESC, locale, slug
   LIMIT $8 OFFSET $9
)
SELECT e.locale, e.slug, e.title, e.description,
       CASE WHEN length(e.body) <= $10 THEN e.body
            ELSE substr(e.body, greatest(1, strpos(lower(e.body), $11) - $10 / 2), $10) END AS body, e.tags,
       e.author_kind AS "authorKind", e.published_at AS "publishedAt", total
  FROM (SELECT count(*)::integer AS total FROM placed) AS found
  LEFT JOIN (hit JOIN search_entry e ON e.ctid = hit.tid) ON true
 ORDER BY is_far, rank DESC, hit.published_at DESC, e.locale, e.slug;
