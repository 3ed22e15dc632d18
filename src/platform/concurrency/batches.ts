interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** How things are done together. */
export interface BatchWork<Item, Result> {
  /** Of each batch, at most. */
  readonly most: number;
  /** How heavy an item is, and how heavy a batch may be that holds several: bytes of a statement. */
  readonly maxWeight?: number;
  weightOf?(item: Item): number;
  /** No two of one batch have the same. */
  keyOf(item: Item): string;
  /** Does all of them, or none; the results in the order of the items. */
  carryOut(items: readonly Item[]): Promise<readonly Result[]>;
}

/**
 * Does things of one kind together: what comes while a batch is under way is in the next one, so that
 * nothing ever waits for company. Where a batch fails, each of it is done alone, and only what fails then has failed.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private busy = false;

  constructor(private readonly work: BatchWork<Item, Result>) {}

  run(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // After whatever else comes in the same breath.
      queueMicrotask(() => void this.goOn());
    });
  }

  private async goOn(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      const left = await this.carryOut(batch);
      if (left.length > 0) await Promise.all(left.map((each) => this.carryOutAlone(each)));
    }
    this.busy = false;
  }

  private nextBatch(): Waiting<Item, Result>[] {
    const { most, maxWeight = Number.POSITIVE_INFINITY } = this.work;
    const keys = new Map<string, Waiting<Item, Result>>();
    let weight = 0;
    for (const each of this.waiting) {
      const key = this.work.keyOf(each.item);
      if (keys.size === most || keys.has(key)) continue;
      weight += this.work.weightOf?.(each.item) ?? 0;
      if (keys.size > 0 && weight > maxWeight) break;
      keys.set(key, each);
    }
    const batch = new Set(keys.values());
    this.waiting = this.waiting.filter((each) => !batch.has(each));
    return [...batch];
  }

  /** What is left of a batch that failed. */
  private async carryOut(batch: Waiting<Item, Result>[]): Promise<Waiting<Item, Result>[]> {
    if (batch.length === 1) {
      await this.carryOutAlone(batch[0]!);
      return [];
    }
    try {
      const results = await this.work.carryOut(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, place) => resolve(results[place]!));
      return [];
    } catch {
      return batch;
    }
  }

  private async carryOutAlone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await this.work.carryOut([item]);
      resolve(result!);
    } catch (error) {
      reject(error);
    }
  }
}
