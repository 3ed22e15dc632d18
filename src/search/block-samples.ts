/** Of so many accounts, those that asked last, samples are kept. */
const MAX_ACCOUNTS = 100;
/** More words of an account are not kept. */
const MAX_WORDS = 1_000;

/**
 * How many entries of an account's last full block meet a condition: counted once, as the block hardly changes
 * until a newer one is full, and the words of most questions are the same.
 */
export class BlockSamples {
  private readonly samples = new Map<string, { block: string; held: Map<string, number> }>();

  /** What was counted of a block so far, by condition, for whoever counts more to add. */
  of(accountId: string, block: string): Map<string, number> {
    const known = this.samples.get(accountId);
    const isUsable = known?.block === block && known.held.size <= MAX_WORDS;
    const sample = isUsable ? known : { block, held: new Map<string, number>() };
    // Those that were asked for last stand at the end.
    this.samples.delete(accountId);
    this.samples.set(accountId, sample);
    if (this.samples.size > MAX_ACCOUNTS) this.samples.delete(this.samples.keys().next().value!);
    return sample.held;
  }
}
