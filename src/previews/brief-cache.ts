import { LRUCache } from 'lru-cache';

/** A draft does not stand in memory for longer than somebody looks at it. */
const KEPT_MS = 60_000;
/** What an entry takes besides its texts. */
const ENTRY_BYTES = 1_024;

/** Bytes, about: of every text and buffer in a value. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), ENTRY_BYTES / 16);
}

/** Makes a value; `passing` says that it holds for whoever waits for it alone. */
type Make<T> = (passing: () => void) => Promise<T>;

/** What took some time to make, kept briefly and within a bound of bytes; whoever asks meanwhile waits along. */
export class BriefCache<T extends object> {
  private readonly kept: LRUCache<string, T, Make<T>>;

  constructor(maxBytes: number, keptMs = KEPT_MS) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      ttl: keptMs,
      // Else what nobody asks for again stays until others take its place.
      ttlAutopurge: true,
      sizeCalculation: (value) => bytesOf(value) + ENTRY_BYTES,
      fetchMethod: (_name, _stale, { context: make, options }) =>
        make(() => {
          options.ttl = 1;
        }),
      // What gives way while it is being made is answered all the same.
      ignoreFetchAbort: true,
    });
  }

  /** What is kept under a name that says all that it was made of, or what `make` makes now. */
  get(name: string, make: Make<T>): Promise<T> {
    return this.kept.forceFetch(name, { context: make });
  }
}
