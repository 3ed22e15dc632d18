/** A generator of random numbers. The same seed gives the same numbers in the same order. */
export class Random {
  constructor(private state: number) {}

  /**
   * Returns an independent generator. Later draws from this generator do not change the numbers of the new generator.
   */
  fork(label: string): Random {
    let hash = this.state;
    for (const sign of label) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
    return new Random(hash);
  }

  /** Returns a number x with 0 ≤ x < 1 (mulberry32). */
  real(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** Returns a whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.real() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.real() < probability;
  }

  /** Returns one of the items. There must be at least one item. */
  pick<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)]!;
  }

  /** Returns the items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.real() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
