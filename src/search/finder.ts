import type { Statement } from '../platform/database/statement.js';
import type { DraftCondition } from './entry.js';
import {
  type Found,
  findStatement,
  LOCALES,
  MAX_FOUND,
  type ScopeKind,
  STOP_WORDS,
} from './find.statements.js';
import { any, ofAccount, quoted } from './lexeme.js';
import type { QueryTerm } from './query-term.js';
import { queryOf, type SearchFilter } from './search-query.js';
import type { SnippetWord } from './snippet.js';
import { languageOf } from './stemmers.js';

/** The documents that are searched: all public ones, or the working revisions of one account. */
export interface SearchScope {
  readonly kind: ScopeKind;
  /** The account whose drafts are searched; `null` for public documents. */
  readonly account: string | null;
  /** Runs a read-only statement. */
  rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

export interface ScopeQuery extends SearchFilter {
  /** Any text; a blank text finds nothing. */
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
  /** What drafts must meet in addition to the words. */
  readonly condition?: DraftCondition;
}

/** One page of found documents, best first. */
export interface FoundPage {
  /** Ids of publications. */
  readonly ids: readonly string[];
  /** Number of all found documents, at most `MAX_FOUND`. */
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly more: boolean;
  /** Whether a query word that no document contains was replaced by title words that differ from it by one letter. */
  readonly similar: boolean;
  /** The words of the query, for snippets. */
  readonly words: readonly SnippetWord[];
  /** Locales of all documents of the scope, at most 100. */
  readonly locales: readonly string[];
}

/** Weight of a part of a compound word, as a share of the weight of the word. */
const PART_SHARE = 0.5;

/** Weight of a function word: less than that of a word which half of all documents contain. */
const STOP_WORD_WEIGHT = 0.3;

/** Finds the documents of a scope that contain words of `q`, best first. A document need not contain every word. */
export async function find(
  scope: SearchScope,
  { q, limit, offset, condition, ...filter }: ScopeQuery,
): Promise<FoundPage> {
  const [scanned] = await scope.rows<{ locales: string[] }>(
    LOCALES[scope.kind],
    scope.account === null ? [] : [scope.account],
  );
  const { locales } = scanned!;
  const nothing = { ids: [], total: 0, more: false, similar: false, words: [], locales };
  const { locale } = filter;
  const languages = [...new Set((locale === null ? locales : [locale]).map(languageOf))];
  const query = queryOf(q, filter, languages);
  if (!query) return nothing;
  const { terms, phrases } = query;
  // The index finds the words of a phrase. Their order is checked in the vectors of the found documents.
  const where = [
    ...(scope.account === null ? [] : [quoted(ofAccount(scope.account))]),
    ...query.where,
    ...(phrases === null ? [] : [phrases.replaceAll(/ <\d+> /g, ' & ')]),
  ];
  const within = (wanted: string): string => [...where, wanted].join(' & ');
  const ranked = [
    ...terms.flatMap(({ parts, ...term }, place) => [
      rankingOf(term, place + 1, 1),
      ...(parts.length === 0
        ? []
        : [rankingOf({ ranked: parts, forms: 1 }, place + 1, PART_SHARE)]),
    ]),
    ...query.stopWords.map((term) => rankingOf(term, STOP_WORDS, STOP_WORD_WEIGHT)),
  ];
  const search = {
    scope: scope.account,
    terms: terms.map((term) => within(term.condition)),
    similar: terms.map((term) => term.fuzzy && within(term.fuzzy)),
    titled: terms.map((term) => within(term.titled)),
    wholeTitles: query.wholeTitles.map(within),
    phrases,
    forms: ranked.map(({ forms }) => forms),
    of: ranked.map(({ of }) => of),
    shares: ranked.map(({ share }) => share),
    scales: ranked.map(({ scale }) => scale),
    limit,
    offset,
  };
  const { statement, values } = findStatement(scope.kind, search, condition);
  const [found] = await scope.rows<Found>(statement, values);
  const { ids, total, isPart, similar, weights } = found!;
  return {
    ids,
    total: Math.min(total, MAX_FOUND),
    more: isPart || total > MAX_FOUND,
    similar,
    words: terms.flatMap(({ word }, place) =>
      word === null ? [] : [{ word, weight: weights[place]! }],
    ),
    locales,
  };
}

/** Makes a ranking. `ts_rank` averages over all lexemes, but a document usually has only `usual` of them: see `scale`. */
function rankingOf(
  { ranked, forms: usual }: Pick<QueryTerm, 'ranked' | 'forms'>,
  of: number,
  share: number,
) {
  return { forms: any(ranked), of, share, scale: ranked.length / usual };
}
