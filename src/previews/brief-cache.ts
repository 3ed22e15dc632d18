import { LRUCache } from 'lru-cache';

/** How long a preview stays in memory: about as long as a person looks at it. */
const KEPT_MS = 60_000;
/** Bytes of an entry besides its texts. */
const ENTRY_BYTES = 1_024;

/** Bytes, about: of every text and buffer in a value. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), ENTRY_BYTES / 16);
}

/** Makes a value; calling `passing` says that it must not be cached. */
type Make<T> = (passing: () => void) => Promise<T>;

/** A short-lived cache bounded by bytes; concurrent callers share the making of a value. */
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
      // An entry evicted while it is made still resolves for its callers.
      ignoreFetchAbort: true,
    });
  }

  /** The value under a name that identifies its sources, or a new one from `make`. */
  get(name: string, make: Make<T>): Promise<T> {
    return this.kept.forceFetch(name, { context: make });
  }
}
