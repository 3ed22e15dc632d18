import type { Statement } from '../platform/database/statement.js';
import { MAX_STAGES } from './search-plan.js';

/** Two tables of the same columns: what is public, and the working revisions of all accounts. */
type EntryTable = 'search_entry' | 'working_entry';

/**
 * $1 locale, $2 slug, $3 title, $4 description, $5 body, $6 index words, $7 published at, $8 length,
 * $9 tags, $10 kind of author.
 *
 * Every entry is numbered when it is put, and its vector names the block of 8,192 and that of 32,768
 * which it is in, so that the newest can be searched apart (`planOf`).
 */
export const PUT: Statement = {
  name: 'search_put',
  text: `
    WITH new AS (SELECT nextval('search_entry_number') AS number)
    INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at, length, tags, author_kind)
    SELECT $1, $2, $3, $4, $5,
           $6::tsvector || format('''~%s'' ''~~%s''', number >> 13, number >> 15)::tsvector, $7, $8, $9, $10
      FROM new
    ON CONFLICT (locale, slug) DO UPDATE
       SET title = excluded.title, description = excluded.description, body = excluded.body,
           vector = excluded.vector, published_at = excluded.published_at, length = excluded.length,
           tags = excluded.tags, author_kind = excluded.author_kind`,
};

/**
 * $1 to $10 as `PUT`; $11 account, $12 publication, $13 version. The newest revision stays, whoever comes last.
 */
export const PUT_WORKING: Statement = {
  name: 'working_put',
  text: `
    WITH new AS (SELECT nextval('working_entry_number') AS number)
    INSERT INTO working_entry (locale, slug, title, description, body, vector, published_at, length, tags,
                               author_kind, publication_id, version)
    SELECT $1, $2, $3, $4, $5,
           $6::tsvector || format('''&%s'' ''~%s'' ''~~%s''', $11::uuid, number >> 13, number >> 15)::tsvector,
           $7, $8, $9, $10, $12, $13
      FROM new
    ON CONFLICT (locale, slug) DO UPDATE
       SET title = excluded.title, description = excluded.description, body = excluded.body,
           vector = excluded.vector, published_at = excluded.published_at, length = excluded.length,
           tags = excluded.tags, author_kind = excluded.author_kind, version = excluded.version
     WHERE working_entry.version <= excluded.version`,
};

/** $1 locale, $2 slug. */
export const REMOVE: Statement = {
  name: 'search_remove',
  text: `DELETE FROM search_entry WHERE locale = $1 AND slug = $2`,
};

/** The locales that released entries have, by one look into the primary key each; 100 of them at most. */
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

/** The words that very many entries hold, as the last ANALYZE saw them, with the share of entries. */
const commonWords = (table: EntryTable): Statement => ({
  name: `${table}_common_words`,
  text: `
    SELECT word, share, (SELECT reltuples FROM pg_class WHERE oid = '${table}'::regclass)::float8 AS entries
      FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS common (word, share)
     WHERE schemaname = current_schema() AND tablename = '${table}' AND attname = 'vector'
       AND word IS NOT NULL`,
});

/**
 * How many entries meet each of the conditions $1, counted up to $2, and the size of the index: exact up
 * to $2, then what the last ANALYZE saw.
 *
 * The planner cannot see what is asked for, and plans the CTE without the LIMIT outside of it: so it
 * always takes the index, never the table from its start, which for a rare word would be all of it.
 */
const weigh = (table: EntryTable): Statement => ({
  name: `${table}_weigh`,
  text: `
    SELECT greatest((SELECT count(*) FROM (SELECT FROM ${table} ORDER BY locale, slug LIMIT $2) AS first),
                    (SELECT reltuples FROM pg_class WHERE oid = '${table}'::regclass))::float8 AS entries,
           (SELECT last_value FROM ${table}_number)::float8 AS newest,
           ARRAY(
             SELECT (WITH found AS MATERIALIZED (SELECT FROM ${table} WHERE vector @@ condition)
                     SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
               FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
              ORDER BY place
           ) AS held`,
});

const numbers = Array.from({ length: MAX_STAGES }, (_, index) => index + 1);

/**
 * One stage: up to $3 entries, while the stages before found fewer. Phrases are looked for in four times as
 * many: each has to be read. Planned as in `WEIGH`.
 */
const stage = (table: EntryTable, number: number): string => {
  const before = numbers.slice(0, number - 1);
  const tooFew =
    before.length === 0
      ? 'true'
      : `(${before.map((each) => `(SELECT count(*) FROM stage_${each})`).join(' + ')}) < $3`;
  return `
    found_${number} AS MATERIALIZED (
      SELECT ctid AS tid, locale, slug, vector, length, published_at FROM ${table}
       WHERE vector @@ ($1::tsquery[])[${number}] AND ${tooFew}
    ), stage_${number} AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM found_${number} LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
       WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3
    )`;
};

/**
 * $1 conditions, tried in turn; $2 phrases or null; $3 most candidates; of each word $4 its forms, $5 its
 * weight and $6 its scale; $7 words that are better near each other, or null; $8 limit; $9 offset; $10
 * characters of the body; $11 what of the rarest word its forms begin with.
 *
 * PostgreSQL cannot read the best from an index, only all that is found, and ranking reads whole vectors:
 * so the stages find a bounded number that holds the best, and those are ranked well (docs/adr/0012). The
 * rank is BM25F. What `ts_rank` gives a single word grows with its occurrences n as n / (n + 0.64), from which
 * n is taken back; a word of the title counts as seven, one of description or tags as three. Vectors are taken
 * from their compressed form once (`||`), not for each word.
 */
const find = (table: EntryTable): Statement => ({
  name: `${table}_find`,
  text: `
    WITH ${numbers.map((number) => stage(table, number)).join(',')},
    candidate AS (
      SELECT DISTINCT ON (tid) tid, locale, slug, vector, coalesce(length, 300) AS length, published_at
        FROM (${numbers.map((number) => `SELECT * FROM stage_${number}`).join(' UNION ALL ')}) AS staged
    ),
    flat AS MATERIALIZED (
      SELECT tid, locale, slug, length, published_at, vector || ''::tsvector AS vector FROM candidate LIMIT $3
    ),
    term AS MATERIALIZED (
      SELECT * FROM unnest($4::tsquery[], $5::float8[], $6::float8[]) AS asked (forms, weight, scale)
    ),
    scored AS MATERIALIZED (
      SELECT tid, locale, slug, published_at, vector, coverage, score * (0.85 + 0.15 * coverage) AS score
        FROM flat, LATERAL (
          SELECT sum(weight * times / (times + 2)) AS score,
                 coalesce(sum(weight) FILTER (WHERE times > 0), 0) / sum(weight) AS coverage
            FROM (
              SELECT weight, 12 * titled + least(6, 0.64 * inside / (1 - inside)
                             / (0.4 + 0.6 * length / greatest((SELECT avg(length) FROM flat), 1))) AS times
                FROM (
                  SELECT weight, least(scale * ts_rank('{1, 0, 0, 0}', vector, forms), 0.95) AS inside,
                         scale * ts_rank('{0, 0, 0.4, 1}', vector, forms) AS titled
                    FROM term
                ) AS occurring
            ) AS counted
        ) AS weighed
    ),
    placed AS (
      SELECT *, count(*) OVER () AS total, row_number() OVER (ORDER BY score DESC, published_at DESC, locale, slug) AS place
        FROM scored
    ),
    hit AS (
      SELECT tid, total, coverage, place, published_at, locale, slug, place > 100 AS is_far,
             floor(50 * ln(greatest(score, 1e-9) * (1 + CASE WHEN place > 100 OR $7::tsquery IS NULL THEN 0
               ELSE 0.05 * ts_rank('{0.3, 0.3, 0.3, 0.3}', vector, $7) END))) AS rank
        FROM placed
       ORDER BY is_far, rank DESC, published_at DESC, locale, slug
       LIMIT $8 OFFSET $9
    )
    SELECT e.locale, e.slug, e.title, e.description, CASE WHEN length(e.body) <= $10 THEN e.body
                ELSE substr(e.body, greatest(1, strpos(lower(e.body), $11) - $10 / 2), $10) END AS body, e.tags,
           e.author_kind AS "authorKind", e.published_at AS "publishedAt", coverage, total::integer
      FROM hit JOIN ${table} e ON e.ctid = hit.tid
     ORDER BY is_far, rank DESC, hit.published_at DESC, e.locale, e.slug`,
});

/** The ways to find entries of one of the tables. */
export interface EntryStatements {
  readonly commonWords: Statement;
  readonly weigh: Statement;
  readonly find: Statement;
}

const statementsOf = (table: EntryTable): EntryStatements => ({
  commonWords: commonWords(table),
  weigh: weigh(table),
  find: find(table),
});

/** What readers find. */
export const RELEASED = statementsOf('search_entry');
/** What accounts find of their own. */
export const WORKING = statementsOf('working_entry');
