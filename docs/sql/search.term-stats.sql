-- Generated from src/search/term-stats.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- search_entry_count
SELECT ARRAY(
         SELECT (WITH found AS MATERIALIZED (SELECT FROM search_entry WHERE vector @@ condition)
                 SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
           FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
          ORDER BY place
       ) AS counts;

-- working_entry_count
SELECT ARRAY(
         SELECT (WITH found AS MATERIALIZED (SELECT FROM working_entry WHERE vector @@ condition)
                 SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
           FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
          ORDER BY place
       ) AS counts;
