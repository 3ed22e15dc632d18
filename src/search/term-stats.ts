import { LRUCache } from 'lru-cache';
import { any } from './lexeme.js';
import type { QueryTerm } from './query-term.js';
import type { IndexSize, SearchScope } from './search-scope.js';
import { COUNT } from './term-stats.statements.js';

/** A term, and the exact or estimated number of documents that contain it. */
export interface TermStats {
  readonly term: QueryTerm;
  readonly docFrequency: number;
}

/**
 * If more documents than this can meet a condition, the newest entries are searched first. If more entries than this
 * were ever written to a scope, common terms are counted only in a sample.
 */
export const MAX_SCANNED = 20_000;
/** Exact counts stop at this number. */
const MAX_COUNTED = 5_001;
/**
 * A term that occurs in at least this many entries of the sample is assumed to be as common in the other entries. The
 * error of the estimate is about a quarter.
 */
const MIN_SAMPLED = 16;
/** Samples are cached for this many scopes, the most recently searched ones. */
const MAX_SAMPLED_SCOPES = 100;
const MAX_SAMPLED_WORDS = 1_000;
/** The sample is a block of this many consecutive entry numbers. */
const BLOCK = 2 ** 13;

/**
 * Makes two conditions for the number of an entry. The first selects the newest two blocks of 8,192 numbers, the second
 * the newest two blocks of 32,768 numbers. A condition has two blocks, because the newest block can be almost empty.
 */
export function newestBlocks({ newest }: IndexSize): string[] {
  return [[13, '~'] as const, [15, '~~'] as const].map(([bits, sign]) => {
    const block = Math.floor(newest / 2 ** bits);
    return any([`${sign}${block}`, `${sign}${block - 1}`]);
  });
}

/**
 * Counts the documents of a scope that contain each term of a query. In a large scope, common terms are counted only in
 * a sample, the last full block of entries. These counts are cached, because queries repeat words and the sample
 * changes little until the next block is full.
 */
export class DocFrequencies {
  private readonly samples = new LRUCache<string, { block: string; counts: Map<string, number> }>({
    max: MAX_SAMPLED_SCOPES,
  });

  /**
   * Counts the documents with each term, and those that meet `filter`. `filtered` is `Infinity` if there is no filter,
   * or if too many documents meet the filter.
   */
  async count(
    scope: SearchScope,
    size: IndexSize,
    terms: readonly QueryTerm[],
    filter: string | null,
  ): Promise<{ readonly stats: readonly TermStats[]; readonly filtered: number }> {
    const sampled = await this.sampled(scope, size, terms);
    const exact = await countIn(
      scope,
      [filter, ...terms.map((term) => (sampled.has(term) ? null : term.condition))],
      MAX_COUNTED,
    );
    const [filtered, ...counts] = exact;
    const stats = terms.map((term, place) => ({
      term,
      docFrequency: sampled.get(term) ?? estimated(counts[place]!, size),
    }));
    return {
      stats: await withFuzzy(scope, stats),
      filtered: filter !== null && filtered! < MAX_COUNTED ? filtered! : Number.POSITIVE_INFINITY,
    };
  }

  /** Estimates the counts of the common terms in a large scope. In a small scope, returns no estimates. */
  private async sampled(
    scope: SearchScope,
    size: IndexSize,
    terms: readonly QueryTerm[],
  ): Promise<ReadonlyMap<QueryTerm, number>> {
    if (size.newest <= MAX_SCANNED) return new Map();
    const block = any([`~${Math.floor(size.newest / BLOCK) - 1}`]);
    const conditions = terms.map(({ condition }) => `${block} & ${condition}`);
    const counts = this.countsOf(scope.name, block);
    const unknown = [block, ...conditions].filter((condition) => !counts.has(condition));
    if (unknown.length > 0) {
      const counted = await countIn(scope, unknown, BLOCK);
      unknown.forEach((condition, place) => counts.set(condition, counted[place]!));
    }
    const inBlock = Math.max(counts.get(block)!, 1);
    return new Map(
      terms.flatMap((term, place): [QueryTerm, number][] => {
        const count = counts.get(conditions[place]!)!;
        return count < MIN_SAMPLED ? [] : [[term, (size.entries * count) / inBlock]];
      }),
    );
  }

  /** Returns the cached counts of a block, by condition. Callers add new counts to this map. */
  private countsOf(name: string, block: string): Map<string, number> {
    const known = this.samples.get(name);
    if (known?.block === block && known.counts.size <= MAX_SAMPLED_WORDS) return known.counts;
    const counts = new Map<string, number>();
    this.samples.set(name, { block, counts });
    return counts;
  }
}

/**
 * Replaces each word that no document contains by title words that differ by one letter. If there are no such title
 * words, the word stays.
 */
async function withFuzzy(
  scope: SearchScope,
  stats: readonly TermStats[],
): Promise<readonly TermStats[]> {
  const unknown = stats.filter(({ term, docFrequency }) => docFrequency === 0 && term.fuzzy);
  if (unknown.length === 0) return stats;
  const counts = await countIn(
    scope,
    unknown.map(({ term }) => term.fuzzy),
    MAX_COUNTED,
  );
  return stats.map((each) => {
    const docFrequency = counts[unknown.indexOf(each)] ?? 0;
    const condition = each.term.fuzzy!;
    return docFrequency === 0
      ? each
      : { term: { ...each.term, condition, titled: condition }, docFrequency };
  });
}

/** Counts the entries of a scope that meet each condition, up to `max`; 0 for the condition `null`. */
async function countIn(
  scope: SearchScope,
  conditions: readonly (string | null)[],
  max: number,
): Promise<readonly number[]> {
  const { table, within } = scope;
  const whole = conditions.map((each) => (each && within ? `${within} & ${each}` : each));
  const [row] = await scope.rows<{ counts: number[] }>(COUNT[table], [whole, max]);
  return row!.counts;
}

/**
 * Returns the count. If counting stopped at `MAX_COUNTED`, returns the geometric mean of the count and the number of
 * entries.
 */
const estimated = (counted: number, { entries }: IndexSize): number =>
  counted < MAX_COUNTED ? counted : Math.max(counted, Math.sqrt(counted * entries));
