import { MAX_CANDIDATES, MAX_STAGES, type SearchPlan } from './search-plan.js';
import type { EntryTable } from './search-scope.js';

/*
 * A GIN index cannot return the best matches first, and ranking a match requires reading its whole vector. So stages
 * find a bounded number of promising candidates; only these are ranked (docs/adr/0013).
 */

/**
 * Maximum bytes of compressed vectors that a search reads for ranking. The same maximum limits each stage that checks
 * phrases. Reading takes about 2 ms per megabyte.
 */
const MAX_RANKED_BYTES = 32 * 2 ** 20;
/** Length of the part of a long body from which a snippet is cut, in code points. */
const SHOWN_BODY = 20_000;
/** The same length for all snippets of an answer together. Looking through so much text takes 5 to 20 ms. */
const SHOWN_TOGETHER = 400_000;

/**
 * Number of candidates that a search looks for. This is one more than the search reports, to know whether there are
 * more results.
 */
const LOOKED_AT = MAX_CANDIDATES + 1;

const numbers = Array.from({ length: MAX_STAGES }, (_, index) => index + 1);
const union = (parts: readonly string[]): string => parts.join(' UNION ALL ');

/** Makes the parameters of `ranked`; `SHOWN_PART` also needs `places` and `shown`. @param page the page of results to return */
export const planColumns = (plan: SearchPlan, page: { limit: number; offset: number }) => ({
  stages: Array.from({ length: MAX_STAGES }, (_, place) => plan.stages[place] ?? null),
  phrases: plan.phrases,
  wholeTitles: plan.wholeTitles,
  forms: plan.terms.map(({ condition }) => condition),
  weights: plan.terms.map(({ weight }) => weight),
  scales: plan.terms.map(({ scale }) => scale),
  nearness: plan.nearness,
  ...page,
});

/** Makes SQL for the `ctid`s of the entries that the stages before stage `number` found. */
const foundBefore = (number: number): string =>
  union([
    'SELECT NULL::tid AS tid WHERE false',
    ...numbers.slice(0, number - 1).map((each) => `SELECT tid FROM stage_${each}`),
  ]);

/**
 * Makes the CTEs that find the new candidates of one stage. A stage does not run if the stages before it together found
 * `LOOKED_AT` candidates. If the query has a phrase, a stage reads up to 4 × `MAX_CANDIDATES` entries instead of
 * `LOOKED_AT`, because some entries do not contain the phrase. The LIMIT is outside the CTE `found_…`. With a LIMIT
 * inside, the planner would scan the table instead of using the index, because the planner does not know how many
 * entries match.
 */
const stage = (table: EntryTable, number: number, condition: string): string => `
    found_${number} AS MATERIALIZED (
      SELECT ctid AS tid, locale, slug, vector, length, published_at, ${number} AS stage FROM ${table}
       WHERE vector @@ ($stages::tsquery[])[${number}] AND ctid NOT IN (${foundBefore(number)}) ${condition}
    ), stage_${number} AS MATERIALIZED (
      SELECT tid, locale, slug, vector, length, published_at, stage
        FROM (
          SELECT *, sum(pg_column_size(vector)) OVER (ORDER BY tid) AS bytes
            FROM (SELECT * FROM found_${number}
                   LIMIT CASE WHEN $phrases::tsquery IS NULL THEN ${LOOKED_AT} ELSE ${4 * MAX_CANDIDATES} END) AS few
        ) AS weighed
       WHERE $phrases::tsquery IS NULL OR (bytes <= ${MAX_RANKED_BYTES} AND vector @@ $phrases)
       LIMIT ${LOOKED_AT} - (SELECT count(*) FROM (${foundBefore(number)}) AS found)
    )`;

/**
 * SQL for the BM25F score of a candidate. The number n of occurrences is computed from `ts_rank`, which is n / (n +
 * 0.64). An occurrence in the title counts as about five in the content, an occurrence in description, tags or slug as
 * about two. `coverage` is the weighted share of the terms that occur.
 */
const TERM_SCORES = `
          SELECT sum(weight * times / (times + 8)) AS score,
                 coalesce(sum(weight) FILTER (WHERE times > 0), 0) / sum(weight) AS coverage
            FROM (
              SELECT weight, 8 * titled + least(2, 0.64 * inside / (1 - inside) / long) AS times
                FROM (
                  SELECT weight, least(scale * ts_rank('{1, 0, 0, 0}', flat, forms), 0.95) AS inside,
                         scale * ts_rank('{0, 0, 0.4, 1}', flat, forms) AS titled
                    FROM term OFFSET 0
                ) AS occurring OFFSET 0
            ) AS counted`;

/**
 * Makes the `WITH` clause of a search. Its CTE `placed` has all found entries, its CTE `hit` one page of them.
 *
 * A document whose title equals the query comes first. A document with fewer than 50 words counts as having 50 words.
 * Without this rule, a text that consists of two of three query words would rank above a paragraph with all three
 * words. Nearness of the words counts only for the first 100 documents. Nearness does not count for documents of more
 * than 5,000 words, because in such a document all words are near each other. Candidates beyond `MAX_RANKED_BYTES` come
 * last. `(ARRAY[vector])[1]` decompresses a vector once instead of once per term. `OFFSET 0` keeps the planner from
 * evaluating an expression again at each use.
 * @param condition an SQL condition that each entry must meet
 */
export const ranked = (table: EntryTable, condition = ''): string => `
    WITH ${numbers.map((number) => stage(table, number, condition)).join(',')},
    candidate AS MATERIALIZED (
      SELECT tid, locale, slug, vector, greatest(length, 50)::float8 AS length, published_at,
             sum(pg_column_size(vector)) OVER (ORDER BY stage, pg_column_size(vector), tid) <= ${MAX_RANKED_BYTES} AS is_read
        FROM (${union(numbers.map((number) => `SELECT * FROM stage_${number}`))}) AS staged
    ),
    average AS MATERIALIZED (
      SELECT avg(length) AS length FROM candidate
    ),
    term AS MATERIALIZED (
      SELECT * FROM unnest($forms::tsquery[], $weights::float8[], $scales::float8[]) AS asked (forms, weight, scale)
    ),
    scored AS (
      SELECT tid, locale, slug, published_at, length,
             (SELECT count(*) FROM unnest($wholeTitles::tsquery[]) AS title WHERE flat @@ title) AS titled,
             coalesce(score * (0.7 + 0.3 * coverage * coverage), 0) AS score
        FROM (
          SELECT *, 0.4 + 0.6 * length / (SELECT length FROM average) AS long,
                 CASE WHEN is_read THEN (ARRAY[vector])[1] END AS flat
            FROM candidate OFFSET 0
        ) AS read, LATERAL (${TERM_SCORES}
        ) AS weighed
    ),
    placed AS (
      SELECT *, row_number() OVER (ORDER BY titled DESC, score DESC, published_at DESC, locale, slug) AS place
        FROM scored
    ),
    hit AS (
      SELECT tid, place, published_at, locale, slug, titled, place > 100 AS is_far,
             floor(50 * ln(greatest(score, 1e-9) * (1 + CASE
               WHEN place > 100 OR length > 5000 OR $nearness::tsquery IS NULL THEN 0
               ELSE 0.05 * ts_rank('{0.3, 0.3, 0.3, 0.3}', (SELECT vector FROM ${table} WHERE ctid = tid), $nearness) END))) AS rank
        FROM placed
       ORDER BY titled DESC, is_far, rank DESC, published_at DESC, locale, slug
       LIMIT $limit OFFSET $offset
    )`;

/** `ORDER BY` list that sorts the rows of `hit`, each joined with its entry `e`, best first. */
export const BEST_FIRST = 'titled DESC, is_far, rank DESC, hit.published_at DESC, e.locale, e.slug';

/** Returns the parameter `shown` of `SHOWN_PART`: how much of each body an answer with so many snippets looks through. */
export const shownOf = (snippets: number): number =>
  Math.min(SHOWN_BODY, Math.floor(SHOWN_TOGETHER / snippets));

/**
 * The text of entry `e` from which a snippet is cut. Of a short body, this is the whole body. Of a body that is longer
 * than `shown`, this is the part around the first of `places` that matches, or the beginning if none matches.
 * `regexp_instr` would find all matches of an expression, `substring` finds only the first. A space is added, because an
 * expression can end with the character after the word.
 */
export const SHOWN_PART = `
           CASE WHEN length(e.body) <= $shown::integer THEN e.body
                ELSE substr(e.body, greatest(1, coalesce((
                  SELECT at FROM unnest($places::text[]) AS asked (place),
                                 strpos(e.body || ' ', substring(e.body || ' ' FROM place)) AS at
                   WHERE at > 0 LIMIT 1), 1) - $shown::integer / 2), $shown::integer) END`;
