import { LRUCache } from 'lru-cache';
import type { CodedAnswer, PackedAnswer } from './answer.js';

/** An answer that can be sent again. */
export type LastingAnswer = CodedAnswer | PackedAnswer;

interface Kept {
  readonly stamp: string;
  readonly answer: LastingAnswer;
}

const MAX_BYTES = 64 * 1024 * 1024;
/**
 * An entry that is not read for this long is dropped, so that erased text does not stay until other entries displace
 * it. Reading a page from the database costs 0.1 ms more CPU time than from the cache (docs/performance.md).
 */
const UNREAD_MS = 60_000;
/** Options of a cache that drops entries that are not read. */
export const dropsUnread = (ms = UNREAD_MS) => ({
  ttl: ms,
  ttlAutopurge: true,
  updateAgeOnGet: true,
});
/** Memory of an entry besides its body, in bytes. */
const ENTRY_BYTES = 1_024;
/** Memory for the keys of pages that were requested once, with overhead, in bytes. */
const MAX_KEY_BYTES = 1_500_000;
const KEY_ENTRY_BYTES = 100;

/** Caches pages as they were sent. Callers read the current stamp first; entries with other stamps are not returned. */
export class PageCache {
  private readonly kept: LRUCache<string, Kept>;

  private readonly askedOnce = new LRUCache<string, true>({
    maxSize: MAX_KEY_BYTES,
    sizeCalculation: (_, key) => key.length + KEY_ENTRY_BYTES,
  });

  constructor(maxSize = MAX_BYTES, unreadMs?: number) {
    this.kept = new LRUCache({
      ...dropsUnread(unreadMs),
      maxSize,
      sizeCalculation: ({ answer }) => bodyOf(answer).length + ENTRY_BYTES,
    });
  }

  has(key: string): boolean {
    return this.kept.has(key);
  }

  get(key: string, stamp: string): LastingAnswer | undefined {
    const kept = this.kept.get(key);
    return kept?.stamp === stamp ? kept.answer : undefined;
  }

  delete(key: string): void {
    this.kept.delete(key);
  }

  /** Caches a page at its second request, so that a crawler does not displace pages that others read. */
  putIfAskedAgain(key: string, stamp: string, answer: LastingAnswer): void {
    if (this.askedOnce.delete(key)) this.put(key, stamp, answer);
    else this.askedOnce.set(key, true);
  }

  put(key: string, stamp: string, answer: LastingAnswer): void {
    const body = alone(bodyOf(answer));
    const own = 'gzip' in answer ? { ...answer, gzip: body } : { ...answer, coded: body };
    this.kept.set(key, { stamp, answer: own });
  }
}

const bodyOf = (answer: LastingAnswer): Buffer => ('gzip' in answer ? answer.gzip : answer.coded);

/** Copies a small buffer, because a cached buffer keeps its whole slab in memory (64 KiB since Node 24). */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
