-- Generated from src/search/draft-search.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- draft_index_size
SELECT languages, entries::float8 AS entries, puts::float8 AS newest
  FROM working_account WHERE account_id = $1;

-- draft_bodies
SELECT e.locale, e.slug,
       CASE WHEN length(e.body) <= $1::integer THEN e.body
            ELSE substr(e.body, greatest(1, coalesce((
              SELECT at FROM unnest($2::text[]) AS asked (place),
                             strpos(e.body || ' ', substring(e.body || ' ' FROM place)) AS at
               WHERE at > 0 LIMIT 1), 1) - $1::integer / 2), $1::integer) END AS body
  FROM unnest($3::text[], $4::text[]) AS asked (locale, slug)
  JOIN working_entry e ON e.locale = asked.locale AND e.slug = asked.slug;
