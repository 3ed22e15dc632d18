import { LRUCache } from 'lru-cache';

/** Milliseconds that a value stays in the cache: about as long as a person looks at a preview. */
const KEPT_MS = 60_000;
/** Estimated bytes of an entry, besides its texts and buffers. */
const ENTRY_BYTES = 1_024;

/** Estimates the bytes of all texts and buffers in a value, plus 64 bytes for each object. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), ENTRY_BYTES / 16);
}

/** A function that makes a value. The function calls `passing` if the value must not be cached. */
type Make<T> = (passing: () => void) => Promise<T>;

/** A short-lived cache of at most `maxBytes`. Concurrent requests for the same name share one `make`. */
export class BriefCache<T extends object> {
  private readonly kept: LRUCache<string, T, Make<T>>;

  constructor(maxBytes: number, keptMs = KEPT_MS) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      ttl: keptMs,
      // Removes a value as soon as it expires. Without this option, an expired value would stay until other values need
      // the space.
      ttlAutopurge: true,
      sizeCalculation: (value) => bytesOf(value) + ENTRY_BYTES,
      fetchMethod: (_name, _stale, { context: make, options }) =>
        make(() => {
          options.ttl = 1;
        }),
      // With this option, an entry that is evicted while `make` runs still resolves for its callers.
      ignoreFetchAbort: true,
    });
  }

  /** Returns the cached value, or a new one from `make`. The name must identify everything that `make` uses. */
  get(name: string, make: Make<T>): Promise<T> {
    return this.kept.forceFetch(name, { context: make });
  }
}
