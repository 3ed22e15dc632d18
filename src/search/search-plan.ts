import { any } from './lexeme.js';
import type { QueryTerm } from './query-term.js';
import type { SearchQuery } from './search-query.js';
import type { IndexSize } from './search-scope.js';
import { MAX_SCANNED, newestBlocks, type TermStats } from './term-stats.js';

/** A term of the ranking. */
export interface RankedTerm {
  readonly term: QueryTerm;
  /** The text form of a `tsquery`. */
  readonly condition: string;
  /** The weight of the term. */
  readonly weight: number;
  /** Scales PostgreSQL's rank to that of a single form. */
  readonly scale: number;
}

/** The stages of a search: each runs only if earlier ones found too few. */
export interface SearchPlan {
  /** Conditions, the text form of a `tsquery` each; at most `MAX_STAGES`. */
  readonly stages: readonly string[];
  readonly terms: readonly RankedTerm[];
  readonly phrases: string | null;
  readonly wholeTitles: readonly string[];
  /** Words that are better near each other, as a `tsquery`; `null`: there is one alone. */
  readonly nearness: string | null;
  /** The common beginning of the forms of the rarest word, in lower case. */
  readonly rarest: string;
  /** Together the stages find every document that holds one of the words. */
  readonly isExhaustive: boolean;
}

export const MAX_STAGES = 11;
/** No more documents are ranked and counted. */
export const MAX_CANDIDATES = 1_000;
/** Words that documents are looked for by at once; the others still count for their rank. */
const MAX_JOINED = 5;
/** The most documents in which frequent words are looked for together. */
const MAX_SCANNED_TOGETHER = 3 * MAX_SCANNED;
/** The factor for the weight of a stop word. */
const STOP_WORD_WEIGHT = 0.1;
const PART_WEIGHT = 0.5;
/** The most words whose nearness counts. */
const MAX_NEAR = 6;

/**
 * Chooses the stages by which the best candidates are found first, and weighs the words (BM25): the very title, all
 * words in the title, all words anywhere, the rarest words, pairs of the others, any of them. A condition that would
 * be met by very many documents is looked for among the newest alone, which are in blocks of the index.
 * @param stats of the terms of the query
 * @param filtered in how many documents `query.where` holds
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
  // The words of a phrase must occur; whether they follow each other is seen in the document.
  const phrases = query.phrases === null ? [] : [query.phrases.replaceAll(/ <\d+> /g, ' & ')];
  const where = [...query.where, ...phrases];
  const stages = new Stages(where, filtered, size);
  stages.add(`(${query.wholeTitles.join(' | ')})`, 0);
  const isExhaustive = byRarity.length === 0 || addStages(stages, byRarity);
  const near = byRarity.slice(0, MAX_NEAR);
  const rarest = near.find(({ term }) => term.word !== null)?.term.word?.accented ?? '';
  return {
    stages: stages.conditions.slice(0, MAX_STAGES),
    terms: stats.flatMap((each) => rankedTerms(each, size)),
    phrases: query.phrases,
    wholeTitles: query.wholeTitles,
    nearness: near.length < 2 ? null : near.map(({ term }) => any(term.ranked)).join(' & '),
    // Endings have up to two letters, mostly, and short words have none.
    rarest: rarest.slice(0, Math.max(4, rarest.length - 2)),
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

  /** The most documents that can meet a condition which `most` documents meet without filters. */
  mostMet(most: number): number {
    return Math.min(most, this.filtered, this.size.entries);
  }

  /** Adds a condition that at most `most` documents meet; says whether the stage searches all of them. */
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

/** @param stats the rarest first, one at least. Says whether all documents that hold one of the words are looked for. */
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
  // Documents with only the most common word count too, if all results can be counted.
  const last = stages.mostMet(sum) <= MAX_CANDIDATES ? stats : joined;
  return stages.add(anyOf(last), sum) && last.length === stats.length;
}

const anyOf = (stats: readonly TermStats[]): string =>
  `(${stats.map(({ term }) => term.condition).join(' | ')})`;

/** A term weighs the square of its rarity: a word of most documents says almost nothing. */
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
