import { LRUCache } from 'lru-cache';
import {
  type NamedStatement,
  namedStatement,
  type Statement,
} from '../platform/database/statement.js';
import type { DraftCondition } from './entry.js';

/*
 * A GIN index has no order of rank, and ranking a document requires reading its whole vector. So a search first looks up
 * each word and adds up the weights of the words of each document, then ranks the best of these documents by their
 * vectors (docs/adr/0013).
 */

/** Maximum number of documents that a search counts and returns. */
export const MAX_FOUND = 1_000;
/** A word finds at most this many documents, the newest ones. */
const MAX_OF_WORD = 5_000;
/** Of a word that more documents contain than this, no further documents are read. */
const MAX_READ_OF_WORD = 20_000;
/** Number of documents whose vectors are read for ranking. All others come after them, in the order of their weights. */
const MAX_RANKED = 100;
/** Maximum bytes of compressed vectors that are read. Reading takes about 2 ms per megabyte. */
const MAX_RANKED_BYTES = 32 * 2 ** 20;
/** Number of documents in which a phrase is looked for. */
const MAX_PHRASES = 4_000;
/** The entries of a scope are counted up to this number; the rarity of words changes little beyond it. */
const MAX_COUNTED = 10_001;

/** The documents that are searched: all public ones, or the working revisions of one account. */
export type ScopeKind = 'public' | 'draft';

const IN_PUBLIC = '(e.is_public AND e.vector @@ condition)';

/**
 * SQL for each kind of scope: which entries `e` it counts, and which of them meet `condition`, read from the partial
 * indexes alone. PostgreSQL could use the index of the account for a condition on it, and would then decompress every
 * vector of the account; its lexeme is in `condition` instead.
 */
const SCOPES = {
  public: { counted: 'public_locale IS NOT NULL', matching: IN_PUBLIC },
  draft: {
    counted: 'account_id = $scope::uuid',
    matching: `(${IN_PUBLIC} OR (NOT e.is_public AND e.vector @@ condition))`,
  },
} as const;

/** A draft search finds the newest entry of each document; an older one is there because it is still public. */
const IS_NEWEST = `
         NOT EXISTS (SELECT FROM search_entry n WHERE n.publication_id = e.publication_id AND n.version > e.version)`;

/** The parameters of a search. Each condition is a `tsquery` in its text form. */
export interface Search {
  /** The account whose drafts are searched; `null` for public documents. */
  readonly scope: string | null;
  /** The condition of each term. */
  readonly terms: readonly string[];
  /** For each term, the condition that replaces it if no document meets it, or `null`. */
  readonly similar: readonly (string | null)[];
  /** For each term, the condition that a title contains it. */
  readonly titled: readonly string[];
  /** Conditions that the title equals the query. */
  readonly wholeTitles: readonly string[];
  /** Conditions of quoted phrases; `null` if there are none. */
  readonly phrases: string | null;
  /**
   * For each ranking: its lexemes, the number of its term (from 1, or `STOP_WORDS`), its share of the weight of the term, and
   * the factor that corrects `ts_rank`.
   */
  readonly forms: readonly string[];
  readonly of: readonly number[];
  readonly shares: readonly number[];
  readonly scales: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

/** The only row of a search. */
export interface Found {
  /** Ids of publications, best first. */
  readonly ids: readonly string[];
  /** Number of found documents; at most `MAX_FOUND` + 1 counts. */
  readonly total: number;
  /** Whether there are documents that the search did not find, because they have only words that very many have. */
  readonly isPart: boolean;
  /** Whether similar words replaced a word. */
  readonly similar: boolean;
  /** The weight of each term; 0 for a term that no document contains. */
  readonly weights: readonly number[];
}

const locales = (kind: ScopeKind, where: string, locale: string): Statement => ({
  name: `search_locales_${kind}`,
  text: `
    WITH RECURSIVE next AS (
      (SELECT ${locale} AS locale FROM search_entry WHERE ${where} ORDER BY ${locale} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${locale} FROM search_entry WHERE ${where} AND ${locale} > next.locale ORDER BY ${locale} LIMIT 1)
        FROM next WHERE next.locale IS NOT NULL
    )
    SELECT ARRAY(SELECT locale FROM next WHERE locale IS NOT NULL LIMIT 100) AS locales`,
});

/** Locales of public entries, and of those of account $1, at most 100; each takes one index look-up. */
export const LOCALES: Readonly<Record<ScopeKind, Statement>> = {
  public: locales('public', 'public_locale IS NOT NULL', 'public_locale'),
  draft: locales('draft', 'account_id = $1', 'locale'),
};

/** Makes SQL for the newest documents that meet each condition of a `tsquery[]`, with the number of the condition. */
const lookUp = (kind: ScopeKind, conditions: string, where = 'true'): string => `
      SELECT term, tid, id, dated_at
        FROM unnest($${conditions}::tsquery[]) WITH ORDINALITY AS asked (condition, term)
             CROSS JOIN LATERAL (
               SELECT * FROM (SELECT e.ctid AS tid, e.publication_id AS id, e.dated_at FROM search_entry e
                               WHERE ${SCOPES[kind].matching} LIMIT ${MAX_READ_OF_WORD}) AS looked_at
                ORDER BY dated_at DESC LIMIT ${MAX_OF_WORD}) AS found
       WHERE ${where}`;

/** Number of the term to which the rankings of function words belong. */
export const STOP_WORDS = 0;

/*
 * The numbers of the ranking, which were chosen on `test/search/collection`: change them here, and measure them there.
 * For 1, 2, 3 … occurrences, `ts_rank` is 0.61, 0.76, 0.83 … 1.
 */

/** Factor of an occurrence in the title, which so counts as about five in the content. */
const IN_TITLE = 8;
/** Weight of description, tags and slug, as a share of that of the title: one occurrence there counts as about two. */
const BESIDE_TITLE = 0.4;
/** Factor of the square of `ts_rank` of the content, which so is about 1, 1.7, 2 … 3 for 1, 2, 3 … occurrences. */
const IN_CONTENT = 3;
/** The content counts as at most so many occurrences, so that repeating a word does not outweigh a title. */
const MAX_IN_CONTENT = 4;
/** With so many occurrences, a word has half of its weight. The first ones count most, as `k1` of BM25 has it. */
const HALF_WEIGHT = 8;
/** Share of the score that depends on how many of the words a document has, by their weights. */
const COVERAGE = 0.3;
/** Share of the length in what an occurrence counts: in a long content, it counts less, as `b` of BM25 has it. */
const LENGTH = 0.6;
/** A shorter content counts as so long, in words, so that a word in a text of one line counts no more than elsewhere. */
const MIN_LENGTH = 50;

/**
 * SQL for the score of one document: the weight of each word, times its occurrences in the manner of BM25; more if the
 * document has more of the words.
 */
const SCORE = `
             SELECT sum(weight * times / (times + ${HALF_WEIGHT}))
                      * (${1 - COVERAGE} + ${COVERAGE} * (sum(weight) FILTER (WHERE times > 0) / sum(weight)) ^ 2) AS score
               FROM (SELECT weight, ${IN_TITLE} * scale * ts_rank('{0, 0, ${BESIDE_TITLE}, 1}', flat, forms)
                                      + least(${MAX_IN_CONTENT}, ${IN_CONTENT} * (scale * ts_rank('{1, 0, 0, 0}', flat, forms)) ^ 2 / long) AS times
                       FROM ranking OFFSET 0) AS counted`;

/**
 * SQL for the weight of a word that `count` of all entries have: the square of its rarity in BM25, so that one rare word
 * weighs more than several common ones.
 */
const RARITY = 'ln(1 + (greatest(entries - count, 0) + 0.5) / (count + 0.5)) ^ 2';

/** Makes SQL for the order of documents before their vectors are read. */
const order = (of: string): string =>
  `${of}.whole DESC, ${of}.weight DESC, ${of}.dated_at DESC, ${of}.tid`;

/** Makes the statement that finds and ranks the documents of a scope. */
function statementOf(
  name: string,
  kind: ScopeKind,
  phrases: boolean,
  condition: string,
): NamedStatement<Search> {
  const filters = [
    ...(phrases ? ['e.vector @@ $phrases'] : []),
    ...(condition ? [condition] : []),
    ...(kind === 'draft' ? [IS_NEWEST] : []),
  ];
  return namedStatement<Search>(
    name,
    `
    WITH size AS MATERIALIZED (
      SELECT count(*)::float8 AS entries
        FROM (SELECT FROM search_entry WHERE ${SCOPES[kind].counted} LIMIT ${MAX_COUNTED}) AS counted
    ), exact AS MATERIALIZED (${lookUp(kind, 'terms')}
    ), alike AS MATERIALIZED (${lookUp(kind, 'similar', 'term NOT IN (SELECT term FROM exact)')}
    ), posting AS (
      SELECT * FROM exact UNION ALL SELECT * FROM alike
    ), word AS MATERIALIZED (
      SELECT term, count, ${RARITY} AS weight
        FROM (SELECT term, count(*)::float8 AS count FROM posting GROUP BY term) AS counted, size
      UNION ALL SELECT ${STOP_WORDS}, 0, 1
    ), candidate AS MATERIALIZED (
      SELECT tid, id, max(dated_at) AS dated_at, sum(weight) AS weight, sum(whole)::integer AS whole
        FROM (SELECT tid, id, dated_at, weight, 0 AS whole
                FROM (SELECT * FROM posting UNION ALL ${lookUp(kind, 'titled')}) AS all_found JOIN word USING (term)
              UNION ALL
              SELECT tid, id, dated_at, 0, 1 FROM (${lookUp(kind, 'wholeTitles')}) AS entitled) AS each
       GROUP BY tid, id
    ), passed AS MATERIALIZED (${
      filters.length === 0
        ? 'SELECT * FROM candidate'
        : `
      SELECT c.* FROM (SELECT * FROM candidate ORDER BY ${order('candidate')} LIMIT ${MAX_PHRASES}) AS c
             JOIN search_entry e ON e.ctid = c.tid
       WHERE ${filters.join(' AND ')}`
    }
    ), best AS MATERIALIZED (
      SELECT b.tid, e.vector, greatest(e.length, ${MIN_LENGTH})::float8 AS length,
             sum(pg_column_size(e.vector)) OVER (ORDER BY ${order('b')}) <= ${MAX_RANKED_BYTES} AS is_read
        FROM (SELECT * FROM passed ORDER BY ${order('passed')} LIMIT ${MAX_RANKED}) AS b
             JOIN search_entry e ON e.ctid = b.tid
    ), ranking AS MATERIALIZED (
      SELECT forms, scale, share * weight AS weight
        FROM unnest($forms::tsquery[], $of::integer[], $shares::float8[], $scales::float8[]) AS asked (forms, term, share, scale)
             JOIN word USING (term)
    ), scored AS (
      SELECT tid, score
        FROM (SELECT tid, ${1 - LENGTH} + ${LENGTH} * length / (SELECT avg(length) FROM best) AS long,
                     CASE WHEN is_read THEN (ARRAY[vector])[1] END AS flat
                FROM best OFFSET 0) AS read
             CROSS JOIN LATERAL (${SCORE}
             ) AS score
    )
    SELECT ARRAY(SELECT id FROM passed LEFT JOIN scored USING (tid)
                  ORDER BY whole DESC, score DESC NULLS LAST, weight DESC, dated_at DESC, id
                  LIMIT $limit OFFSET $offset) AS ids,
           (SELECT count(*)::integer FROM passed) AS total,
           coalesce((SELECT max(count) >= ${MAX_OF_WORD} FROM word), false)
             ${filters.length === 0 ? '' : `OR (SELECT count(*) > ${MAX_PHRASES} FROM candidate)`} AS "isPart",
           EXISTS (SELECT FROM alike) AS "similar",
           ARRAY(SELECT coalesce(weight, 0) FROM generate_series(1, cardinality($terms::tsquery[])) AS term
                   LEFT JOIN word USING (term) ORDER BY term) AS weights`,
    SEARCH_SETTINGS,
  );
}

/**
 * Settings of PostgreSQL for a search. It is cancelled after 2 s. Sequential scans are off, because the planner ignores
 * the cost of decompressing vectors, and would choose such scans for small tables. A plan for the values of each search would
 * take longer than a short search.
 */
const SEARCH_SETTINGS = [
  'statement_timeout = 2000',
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
] as const;

/** The statements of searches by name: making the text takes longer than a short search. */
const KNOWN = new LRUCache<string, NamedStatement<Search>>({ max: 300 });

/** Makes the statement of a search and its parameters. @param condition what drafts must meet in addition to the words */
export function findStatement(kind: ScopeKind, search: Search, condition?: DraftCondition) {
  const bound: Record<string, unknown> = {};
  const bind = (value: unknown): string => {
    const name = `condition${Object.keys(bound).length}`;
    bound[name] = value;
    return `$${name}`;
  };
  const sql = condition?.sql('c.id', bind) ?? '';
  const name = `search_find_${kind}${search.phrases === null ? '' : '_phrase'}${condition?.name ?? ''}`;
  const statement = KNOWN.get(name) ?? statementOf(name, kind, search.phrases !== null, sql);
  KNOWN.set(name, statement);
  return { statement, values: statement.values({ ...search, ...bound }) };
}
