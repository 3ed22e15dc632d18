import { LRUCache } from 'lru-cache';

/** Of so many accounts, those that asked last, samples are kept. */
const MAX_ACCOUNTS = 100;
/** More words of an account are not kept. */
const MAX_WORDS = 1_000;

/**
 * How many entries of an account's last full block meet a condition: counted once, as the block hardly changes
 * until a newer one is full, and the words of most questions are the same.
 */
export class BlockSamples {
  private readonly samples = new LRUCache<string, { block: string; held: Map<string, number> }>({
    max: MAX_ACCOUNTS,
  });

  /** What was counted of a block so far, by condition, for whoever counts more to add. */
  of(accountId: string, block: string): Map<string, number> {
    const known = this.samples.get(accountId);
    if (known?.block === block && known.held.size <= MAX_WORDS) return known.held;
    const held = new Map<string, number>();
    this.samples.set(accountId, { block, held });
    return held;
  }
}
