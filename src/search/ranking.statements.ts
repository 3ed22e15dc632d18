import { MAX_CANDIDATES, MAX_STAGES, type SearchPlan } from './search-plan.js';

/** Two tables of the same columns: what is public, and the working revisions of all accounts. */
type EntryTable = 'search_entry' | 'working_entry';

/**
 * How many entries meet each of the conditions $1, counted up to $2, and the size of what is searched.
 *
 * The planner cannot see what is asked for, and plans the CTE without the LIMIT outside of it: so it
 * always takes the index, never the table from its start, which for a rare word would be all of it.
 */
export const weighed = (table: EntryTable, entries: string, newest: string): string => `
    SELECT ${entries}::float8 AS entries, ${newest}::float8 AS newest,
           ARRAY(
             SELECT (WITH found AS MATERIALIZED (SELECT FROM ${table} WHERE vector @@ condition)
                     SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
               FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
              ORDER BY place
           ) AS held`;

/** In code points; what a snippet is cut from. */
export const SHOWN_BODY = 20_000;

/** Of the body of entry `e` what a snippet is cut from: of a longer one what is around the rarest word. */
export const shownBody = (characters: string, rarest: string): string => `
           CASE WHEN length(e.body) <= ${characters} THEN e.body
                ELSE substr(e.body, greatest(1, strpos(lower(e.body), ${rarest}) - ${characters} / 2), ${characters}) END`;

const numbers = Array.from({ length: MAX_STAGES }, (_, index) => index + 1);

/** What the stages before a stage found. */
const foundBefore = (number: number): string =>
  ['SELECT NULL::tid AS tid WHERE false']
    .concat(numbers.slice(0, number - 1).map((each) => `SELECT tid FROM stage_${each}`))
    .join(' UNION ALL ');

/**
 * One stage: what those before it left of $3 entries, none of which they found. Phrases are looked for in four
 * times as many: each has to be read. Planned as in `WEIGH`; a stage with nothing left to find is not begun.
 */
const stage = (table: EntryTable, number: number, condition: string): string => `
    found_${number} AS MATERIALIZED (
      SELECT ctid AS tid, locale, slug, vector, length, published_at FROM ${table}
       WHERE vector @@ ($1::tsquery[])[${number}] AND ctid NOT IN (${foundBefore(number)}) ${condition}
    ), stage_${number} AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM found_${number} LIMIT CASE WHEN $2::tsquery IS NULL THEN $3 ELSE 4 * $3 END) AS few
       WHERE $2::tsquery IS NULL OR vector @@ $2 LIMIT $3 - (SELECT count(*) FROM (${foundBefore(number)}) AS found)
    )`;

/**
 * The entries that are found, as `hit`: $1 conditions, tried in turn; $2 phrases or null; $3 most candidates; of
 * each word $4 its forms, $5 its weight and $6 its scale; $7 words that are better near each other, or null;
 * $8 limit; $9 offset.
 *
 * PostgreSQL cannot read the best from an index, only all that is found, and ranking reads whole vectors:
 * so the stages find a bounded number that holds the best, and those are ranked well (docs/adr/0013). The
 * rank is BM25F. What `ts_rank` gives a single word grows with its occurrences n as n / (n + 0.64), from which
 * n is taken back; a word of the title counts as seven, one of description or tags as three. What has fewer than
 * fifty words counts as if it had them: two of three words and nothing else would come before a paragraph with
 * all three. Vectors are taken from their compressed form once (`||`), not for each word, and `OFFSET 0` keeps
 * the planner from writing an expression into each place that names it: it would work out `ts_rank` nine times
 * for each word.
 */
export const ranked = (table: EntryTable, condition = ''): string => `
    WITH ${numbers.map((number) => stage(table, number, condition)).join(',')},
    candidate AS MATERIALIZED (
      SELECT tid, locale, slug, vector, greatest(coalesce(length, 300), 50)::float8 AS length, published_at
        FROM (${numbers.map((number) => `SELECT * FROM stage_${number}`).join(' UNION ALL ')}) AS staged
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
               ELSE 0.05 * ts_rank('{0.3, 0.3, 0.3, 0.3}', (SELECT vector FROM ${table} WHERE ctid = tid), $7) END))) AS rank
        FROM placed
       ORDER BY is_far, rank DESC, published_at DESC, locale, slug
       LIMIT $8 OFFSET $9
    )`;

/** $1 to $7 of `ranked`. */
export function planValues(plan: SearchPlan, phrases: string | null): unknown[] {
  const { stages, terms, nearness } = plan;
  const conditions = Array.from({ length: MAX_STAGES }, (_, place) => stages[place] ?? null);
  const forms = terms.map(({ condition }) => condition);
  const weights = terms.map(({ weight }) => weight);
  const scales = terms.map(({ scale }) => scale);
  return [conditions, phrases, MAX_CANDIDATES, forms, weights, scales, nearness];
}
