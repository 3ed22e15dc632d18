-- Generated from src/search/own-search.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- own_size
SELECT languages, entries::float8 AS entries, puts::float8 AS newest
  FROM working_account WHERE account_id = $1;

-- own_weigh
SELECT coalesce((SELECT entries FROM working_account WHERE account_id = $3), 0)::float8 AS entries, coalesce((SELECT puts FROM working_account WHERE account_id = $3), 0)::float8 AS newest,
       ARRAY(
         SELECT (WITH found AS MATERIALIZED (SELECT FROM working_entry WHERE vector @@ condition)
                 SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
           FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
          ORDER BY place
       ) AS held;

-- own_bodies
SELECT e.locale, e.slug,
       CASE WHEN length(e.body) <= $3 THEN e.body
            ELSE substr(e.body, greatest(1, strpos(lower(e.body), $4) - $3 / 2), $3) END AS body
  FROM unnest($1::text[], $2::text[]) AS asked (locale, slug)
  JOIN working_entry e ON e.locale = asked.locale AND e.slug = asked.slug;
