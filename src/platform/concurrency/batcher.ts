interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchWork<Item, Result> {
  readonly maxSize: number;
  /**
   * Maximum total weight of the items of a batch, such as their bytes. If absent, the weight is not limited. An item
   * above this maximum gets a batch of its own.
   */
  readonly maxWeight?: number;
  weightOf?(item: Item): number;
  /** Two items with the same key are never in one batch. */
  keyOf(item: Item): string;
  /** Processes either all items or none. Returns the results in the order of the items. */
  flush(items: readonly Item[]): Promise<readonly Result[]>;
}

/**
 * Collects the items that arrive while a batch runs, and puts them into later batches. If a batch of several items
 * fails, each item is tried again in a separate batch.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private busy = false;

  constructor(private readonly work: BatchWork<Item, Result>) {}

  run(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // Items that are added in the same tick join the same batch.
      queueMicrotask(() => void this.goOn());
    });
  }

  private async goOn(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      const left = await this.flushBatch(batch);
      if (left.length > 0) await Promise.all(left.map((each) => this.flushAlone(each)));
    }
    this.busy = false;
  }

  private nextBatch(): Waiting<Item, Result>[] {
    const { maxSize, maxWeight = Number.POSITIVE_INFINITY } = this.work;
    const keys = new Map<string, Waiting<Item, Result>>();
    let weight = 0;
    for (const each of this.waiting) {
      const key = this.work.keyOf(each.item);
      if (keys.size === maxSize || keys.has(key)) continue;
      weight += this.work.weightOf?.(each.item) ?? 0;
      if (keys.size > 0 && weight > maxWeight) break;
      keys.set(key, each);
    }
    const batch = new Set(keys.values());
    this.waiting = this.waiting.filter((each) => !batch.has(each));
    return [...batch];
  }

  /** Runs a batch. If a batch of several items fails, returns the items, because each item must then be tried alone. */
  private async flushBatch(batch: Waiting<Item, Result>[]): Promise<Waiting<Item, Result>[]> {
    if (batch.length === 1) {
      await this.flushAlone(batch[0]!);
      return [];
    }
    try {
      const results = await this.work.flush(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, place) => resolve(results[place]!));
      return [];
    } catch {
      return batch;
    }
  }

  private async flushAlone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await this.work.flush([item]);
      resolve(result!);
    } catch (error) {
      reject(error);
    }
  }
}
