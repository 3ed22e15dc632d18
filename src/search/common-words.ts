import { MAX_CANDIDATES, type IndexSize } from './search-plan.js';
import type { AskedWord } from './search-query.js';

/** More entries are not counted one by one. */
export const MAX_COUNTED = MAX_CANDIDATES + 1;
/** A word is known to be common if it is in so many entries or more. */
const MIN_KNOWN = 2 * MAX_COUNTED;

/** How many entries hold the words that very many of them hold: what counting would take long for. */
export class CommonWords {
  private readonly leastShare: number;

  /**
   * @param entries how many there were when the words were looked at; 0: they never were
   * @param shares of the entries, by lexeme; words that are not named are in fewer
   */
  constructor(
    private readonly entries: number,
    private readonly shares: ReadonlyMap<string, number>,
  ) {
    this.leastShare = Math.min(1, ...shares.values());
  }

  /** Whether a word is in so many entries that it need not be counted. */
  knows(asked: AskedWord): boolean {
    return this.shareOf(asked) * this.entries >= MIN_KNOWN && this.isListed(asked);
  }

  /**
   * In how many entries a word is.
   * @param counted as far as it was counted: exact below `MAX_COUNTED`; `null`: it was not, being known
   */
  heldBy(asked: AskedWord, counted: number | null, { entries, newest }: IndexSize): number {
    if (counted !== null && counted < MAX_COUNTED) return counted;
    if (this.entries === 0) return Math.max(MAX_COUNTED, newest);
    const share = this.isListed(asked) ? this.shareOf(asked) : this.leastShare / 2;
    return Math.max(MAX_COUNTED, share * entries);
  }

  private isListed({ ranked }: AskedWord): boolean {
    return ranked.some((lexeme) => this.shares.has(lexeme));
  }

  /** Of a word that is found by its forms, any of them; of one that is found by its pieces, all of them. */
  private shareOf({ word, ranked }: AskedWord): number {
    const shares = ranked.map((lexeme) => this.shares.get(lexeme) ?? 0);
    return word.writing === 'spaced' ? Math.max(...shares) : Math.min(...shares);
  }
}
