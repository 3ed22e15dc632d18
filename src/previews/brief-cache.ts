import { LRUCache } from 'lru-cache';

/** A draft does not stand in memory for longer than somebody looks at it. */
const KEPT_MS = 60_000;
/** What an entry takes besides its texts. */
const ENTRY_BYTES = 1_024;

/** Bytes, about: of every text in a value. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), ENTRY_BYTES / 16);
}

/** What took some time to make, kept briefly and within a bound of bytes; whoever asks meanwhile waits along. */
export class BriefCache<T extends object> {
  private readonly kept: LRUCache<string, T>;
  private readonly making = new Map<string, Promise<T>>();

  constructor(mostBytes: number) {
    this.kept = new LRUCache({
      maxSize: mostBytes,
      ttl: KEPT_MS,
      sizeCalculation: (value) => bytesOf(value) + ENTRY_BYTES,
    });
  }

  /** What is kept under a name that says all that it was made of, or what `make` makes now. */
  async get(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(name) ?? this.making.get(name);
    if (known) return known;
    const making = this.made(name, make);
    this.making.set(name, making);
    return making;
  }

  private async made(name: string, make: () => Promise<T>): Promise<T> {
    try {
      const made = await make();
      this.kept.set(name, made);
      return made;
    } finally {
      this.making.delete(name);
    }
  }
}
