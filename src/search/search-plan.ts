import { any } from './lexeme.js';
import type { QueryTerm } from './query-term.js';
import type { SearchQuery } from './search-query.js';
import type { IndexSize } from './search-scope.js';
import { placesOf } from './snippet-places.js';
import { MAX_SCANNED, newestBlocks, type TermStats } from './term-stats.js';

/** Lexemes of one query term that are scored together. */
export interface RankedTerm {
  readonly term: QueryTerm;
  /** Matches any of the lexemes; the text form of a `tsquery`. */
  readonly condition: string;
  readonly weight: number;
  /**
   * Factor that corrects `ts_rank`. The function `ts_rank` averages over all lexemes of the condition, although a
   * document usually has only some of these lexemes.
   */
  readonly scale: number;
}

/** A planned search. Stages run in order until they have found more than `MAX_CANDIDATES` entries. */
export interface SearchPlan {
  /** One condition per stage, each the text form of a `tsquery`; at most `MAX_STAGES`. */
  readonly stages: readonly string[];
  readonly terms: readonly RankedTerm[];
  readonly phrases: string | null;
  readonly wholeTitles: readonly string[];
  /** Words that raise the rank when they are near each other, as a `tsquery`; `null` if there are fewer than two. */
  readonly nearness: string | null;
  /** The expressions that `placesOf` makes. Snippets of long texts are cut around the first place that they match. */
  readonly places: readonly string[];
  /** Whether the stages together find every document that contains at least one of the words. */
  readonly isExhaustive: boolean;
}

export const MAX_STAGES = 11;
/** Maximum number of documents that a search ranks and counts. */
export const MAX_CANDIDATES = 1_000;
/**
 * Maximum number of words that a stage combines. If few documents contain the words, a stage combines more words. Words
 * without a stage affect only the rank.
 */
const MAX_JOINED = 5;
/**
 * Maximum number of possible matches for a search of all entries. If there are more possible matches, only the newest
 * blocks are searched.
 */
const MAX_SCANNED_TOGETHER = 3 * MAX_SCANNED;
/** Factor for the weight of a stop word. */
const STOP_WORD_WEIGHT = 0.1;
const PART_WEIGHT = 0.5;
/** Maximum number of words whose nearness to each other affects the rank. */
const MAX_NEAR = 6;

/**
 * Chooses the stages and weighs the words (BM25). The stages look, in this order, for: the exact title, all words in
 * the title, all words anywhere, any of the rarest words, pairs of the commoner words, any word. If more than
 * `MAX_SCANNED` documents can meet a condition, the newest blocks of entries are searched first.
 * @param stats the statistics of each term of the query
 * @param filtered maximum number of documents that can meet `query.where`; `Infinity` if this number is unknown
 */
export function planOf(
  query: SearchQuery,
  stats: readonly TermStats[],
  filtered: number,
  size: IndexSize,
): SearchPlan {
  const byRarity = stats
    .filter(({ term, docFrequency }) => !term.isStopWord && docFrequency > 0)
    .toSorted((one, other) => one.docFrequency - other.docFrequency);
  // Stages require only the words of a phrase. The statement then checks the order of the words in each found vector.
  const phrases = query.phrases === null ? [] : [query.phrases.replaceAll(/ <\d+> /g, ' & ')];
  const where = [...query.where, ...phrases];
  const stages = new Stages(where, filtered, size);
  stages.add(`(${query.wholeTitles.join(' | ')})`, 0);
  const isExhaustive = byRarity.length === 0 || addStages(stages, byRarity);
  const near = byRarity.slice(0, MAX_NEAR);
  return {
    stages: stages.conditions.slice(0, MAX_STAGES),
    terms: stats.flatMap((each) => rankedTerms(each, size)),
    phrases: query.phrases,
    wholeTitles: query.wholeTitles,
    nearness: near.length < 2 ? null : near.map(({ term }) => any(term.ranked)).join(' & '),
    places: placesOf(near.map(({ term }) => term)),
    isExhaustive: isExhaustive && stages.conditions.length <= MAX_STAGES,
  };
}

class Stages {
  readonly conditions: string[] = [];

  constructor(
    private readonly where: readonly string[],
    private readonly filtered: number,
    private readonly size: IndexSize,
  ) {}

  /**
   * Returns an upper bound for the number of documents that meet both a condition and the filters. `most` is the upper
   * bound for the condition alone.
   */
  mostMet(most: number): number {
    return Math.min(most, this.filtered, this.size.entries);
  }

  /**
   * Adds stages for a condition that at most `most` documents meet. Returns whether these stages search all entries.
   */
  add(condition: string, most: number): boolean {
    const whole = [...this.where, condition].join(' & ');
    const met = Math.min(most, this.filtered);
    if (met > MAX_SCANNED) {
      this.conditions.push(...newestBlocks(this.size).map((block) => `${whole} & ${block}`));
    }
    if (met <= MAX_SCANNED_TOGETHER) this.conditions.push(whole);
    return met <= MAX_SCANNED_TOGETHER;
  }
}

/**
 * Adds stages for words. Returns whether these stages find all documents with any of the words.
 * @param stats rarest first
 */
function addStages(stages: Stages, stats: readonly TermStats[]): boolean {
  const rarest = stats[0]!;
  const joined = stats.slice(0, MAX_JOINED);
  stages.add(joined.map(({ term }) => term.titled).join(' & '), rarest.docFrequency);
  const all = joined.map(({ term }) => term.condition).join(' & ');
  const foundAll = stages.add(all, rarest.docFrequency);
  if (stats.length === 1) return foundAll;

  let together = 0;
  const rare = stats.filter(({ docFrequency }) => (together += docFrequency) <= MAX_CANDIDATES);
  if (rare.length > 0) stages.add(anyOf(rare), MAX_CANDIDATES);
  const common = stats.slice(rare.length, rare.length + MAX_JOINED);
  for (const [place, { term, docFrequency }] of common.slice(0, 2).entries()) {
    const others = common.slice(place + 1);
    if (others.length > 0) stages.add(`${term.condition} & ${anyOf(others)}`, docFrequency);
  }
  if (rare.length === stats.length) return true;
  const sum = stats.reduce((total, { docFrequency }) => total + docFrequency, 0);
  // If at most `MAX_CANDIDATES` documents can match, all of them can be counted. Only in this case, words beyond
  // `MAX_JOINED` are included.
  const last = stages.mostMet(sum) <= MAX_CANDIDATES ? stats : joined;
  return stages.add(anyOf(last), sum) && last.length === stats.length;
}

const anyOf = (stats: readonly TermStats[]): string =>
  `(${stats.map(({ term }) => term.condition).join(' | ')})`;

/**
 * Weighs a term by the square of its rarity, because a word that most documents contain hardly distinguishes documents.
 */
function rankedTerms({ term, docFrequency }: TermStats, { entries }: IndexSize): RankedTerm[] {
  const all = Math.max(entries, docFrequency, 1);
  const rarity = Math.log(1 + (all - docFrequency + 0.5) / (docFrequency + 0.5));
  const weight = rarity ** 2 * (term.isStopWord ? STOP_WORD_WEIGHT : 1);
  const { ranked, forms, parts } = term;
  const whole = { term, condition: any(ranked), weight, scale: ranked.length / forms };
  if (parts.length === 0) return [whole];
  const part = { term, condition: any(parts), weight: PART_WEIGHT * weight, scale: parts.length };
  return [whole, part];
}
