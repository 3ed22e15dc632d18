import { LRUCache } from 'lru-cache';
import { any } from './lexeme.js';
import type { QueryTerm } from './query-term.js';
import type { IndexSize, SearchScope } from './search-scope.js';
import { COUNT } from './term-stats.statements.js';

/** A term, and how many documents hold it. */
export interface TermStats {
  readonly term: QueryTerm;
  readonly docFrequency: number;
}

/** A condition is searched in all documents if its rarest word is in no more than this many. */
export const MAX_SCANNED = 20_000;
/** Counts stop here. */
const MAX_COUNTED = 5_001;
/** A word found this often in one block is assumed to be as common elsewhere, give or take a quarter. */
const MIN_SAMPLED = 16;
/** Samples are kept for this many scopes, those searched last. */
const MAX_SAMPLED_SCOPES = 100;
const MAX_SAMPLED_WORDS = 1_000;
/** Entries in a block of numbers. */
const BLOCK = 2 ** 13;

/** Conditions of what is newest: 8,192 to 16,384 entries, and 32,768 to 65,536. */
export function newestBlocks({ newest }: IndexSize): string[] {
  return [[13, '~'] as const, [15, '~~'] as const].map(([bits, sign]) => {
    const block = Math.floor(newest / 2 ** bits);
    return any([`${sign}${block}`, `${sign}${block - 1}`]);
  });
}

/**
 * Counts how many documents of a scope hold the terms of a query. In a large scope those that are common are counted
 * in the last full block of entries alone, and once: the block hardly changes until a newer one is full, and the words of
 * most questions are the same.
 */
export class DocFrequencies {
  private readonly samples = new LRUCache<string, { block: string; counts: Map<string, number> }>({
    max: MAX_SAMPLED_SCOPES,
  });

  /** Counts for each term, and how many meet the filter; `Infinity`: too many to count. */
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

  /** The terms that are common in a large scope. */
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

  /** The counts of a block so far, by condition; callers add to them. */
  private countsOf(name: string, block: string): Map<string, number> {
    const known = this.samples.get(name);
    if (known?.block === block && known.counts.size <= MAX_SAMPLED_WORDS) return known.counts;
    const counts = new Map<string, number>();
    this.samples.set(name, { block, counts });
    return counts;
  }
}

/** Takes for each word that is in no document those of titles that differ by a letter. */
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

/** The number of entries of a scope that meet each condition, up to `max`; `null` counts 0. */
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

/** An estimate between the counted number and all, for a count that stopped. */
const estimated = (counted: number, { entries }: IndexSize): number =>
  counted < MAX_COUNTED ? counted : Math.max(counted, Math.sqrt(counted * entries));
