import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Who is counted at once; beyond, whoever was seen longest ago is forgotten, so memory is bounded. */
const MAX_SUBJECTS = 20_000;

/** Counts by subject in windows of a minute, in this process only (contract 7). */
export class WindowCounter {
  private readonly windows = new LRUCache<string, { count: number }>({
    max: MAX_SUBJECTS,
    ttl: MINUTE_MS,
  });

  /** `limit`: how many a minute are let through; 0: all. */
  constructor(private readonly limit: number) {}

  /** Counts one; returns the seconds until the window ends if it is one too many. */
  count(subject: string): number | undefined {
    if (this.limit === 0) return undefined;
    const window = this.windows.get(subject);
    if (!window) {
      this.windows.set(subject, { count: 1 });
      return undefined;
    }
    window.count += 1;
    if (window.count <= this.limit) return undefined;
    return Math.max(1, Math.ceil(this.windows.getRemainingTTL(subject) / 1_000));
  }
}
