import type { Statement } from '../platform/database/statement.js';

/**
 * $1 locale, $2 slug, $3 title, $4 description, $5 body, $6 index words, $7 published at.
 *
 * Every entry is numbered when it is put, and its vector names the block of 8,192 and that of 32,768
 * which it is in, so that the newest can be searched apart (`FIND`).
 */
export const PUT: Statement = {
  name: 'search_put',
  text: `
    WITH new AS (SELECT nextval('search_entry_number') AS number)
    INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at)
    SELECT $1, $2, $3, $4, $5,
           $6::tsvector || format('''~%s'' ''~~%s''', number >> 13, number >> 15)::tsvector, $7
      FROM new
    ON CONFLICT (locale, slug) DO UPDATE
       SET title = excluded.title, description = excluded.description, body = excluded.body,
           vector = excluded.vector, published_at = excluded.published_at`,
};

/** $1 locale, $2 slug. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE locale = $1 AND slug = $2`,
};

/** The locales that have entries, by one look into the primary key each; 100 of them at most. */
export const LOCALES: Statement = {
  name: 'search_locales',
  text: `
    WITH RECURSIVE next AS (
      (SELECT locale FROM search_entry ORDER BY locale LIMIT 1)
      UNION ALL
      SELECT (SELECT locale FROM search_entry WHERE locale > next.locale ORDER BY locale LIMIT 1)
        FROM next WHERE next.locale IS NOT NULL
    )
    SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100`,
};

/**
 * Up to $5 entries that `condition` holds for, where `wanted`. The planner cannot see what is asked
 * for, and plans the CTE without the LIMIT outside of it: so it always takes the index, never the
 * table from its start, which for a rare word would be all of it.
 */
function stage(name: string, condition: string, wanted: string): string {
  return `
    ${name}_found AS MATERIALIZED (
      SELECT locale, slug, vector, published_at FROM search_entry
       WHERE vector @@ (SELECT ${condition} FROM asked) AND ${wanted}
    ), ${name} AS MATERIALIZED (SELECT * FROM ${name}_found LIMIT $5)`;
}

const full = (name: string): string => `(SELECT count(*) >= $5 FROM ${name})`;

/** Three stages of one condition, each where the one before it found too few; the last one counts. */
function widening(name: string, condition: string, wanted: string): string {
  const [few, many] = [`${name}_few`, `${name}_many`];
  return `
    ${stage(few, `${condition} && few`, wanted)},
    ${stage(many, `${condition} && many`, `${wanted} AND NOT ${full(few)}`)},
    ${stage(`${name}_any`, condition, `${wanted} AND NOT ${full(few)} AND NOT ${full(many)}`)},
    ${name} AS MATERIALIZED (
      SELECT * FROM ${few} WHERE ${full(few)}
      UNION ALL SELECT * FROM ${many} WHERE ${full(many)}
      UNION ALL SELECT * FROM ${name}_any
    )`;
}

/**
 * $1 condition: all words; $2 the same with one in the title; $3 forgiving condition or null; $4 rank;
 * $5 most candidates; $6 limit; $7 offset; $8 characters of the body.
 *
 * PostgreSQL cannot read the best from an index, only all that is found, and ranking reads whole
 * vectors. So what is newest is searched first, and more only while too few were found; GIN skips
 * whatever is in no such block. A common word is found in few blocks, a rare one is quick to find in
 * all of them. Titles are looked for apart only where there is more than is ranked (docs/adr/0006).
 */
export const FIND: Statement = {
  name: 'search_find',
  text: `
    WITH asked AS (
      SELECT $1::tsquery AS words, $2::tsquery AS in_title, $3::tsquery AS forgiving,
             format('''~%s'' | ''~%s''', last_value >> 13, (last_value >> 13) - 1)::tsquery AS few,
             format('''~~%s'' | ''~~%s''', last_value >> 15, (last_value >> 15) - 1)::tsquery AS many
        FROM search_entry_number
    ),
    ${widening('holding', 'words', 'true')},
    ${widening('titled', 'in_title', full('holding'))},
    exact AS MATERIALIZED (
      SELECT * FROM titled
      UNION ALL
      SELECT * FROM holding WHERE (locale, slug) NOT IN (SELECT locale, slug FROM titled)
      LIMIT $5
    ),
    ${stage('near', 'forgiving', 'NOT EXISTS (SELECT FROM exact)')},
    hit AS (
      SELECT locale, slug, published_at, is_near, count(*) OVER () AS total,
             floor(4 * ln(greatest(ts_rank('{0.05, 0, 0.4, 1}', vector, $4::tsquery, 1), 1e-9))) AS rank
        FROM (SELECT *, false AS is_near FROM exact UNION ALL SELECT *, true FROM near) AS candidate
       ORDER BY rank DESC, published_at DESC, locale, slug
       LIMIT $6 OFFSET $7
    )
    SELECT locale, slug, title, description, left(body, $8) AS body, is_near AS "similar", total::integer
      FROM hit JOIN search_entry USING (locale, slug)
     ORDER BY rank DESC, hit.published_at DESC, locale, slug`,
};
