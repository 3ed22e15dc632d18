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
 * An entry that nobody reads for this long is dropped: text that was erased must not stay until other entries take its
 * place. A page from the database costs 0.1 ms of CPU more (docs/performance.md).
 */
const UNREAD_MS = 60_000;
/** Options of a cache that drops what nobody reads. */
export const dropsUnread = (ms = UNREAD_MS) => ({
  ttl: ms,
  ttlAutopurge: true,
  updateAgeOnGet: true,
});
/** What an entry takes besides its body. */
const ENTRY_BYTES = 1_024;
/** Bytes of the keys that were requested once, with their overhead. */
const MAX_KEY_BYTES = 1_500_000;
const KEY_ENTRY_BYTES = 100;

/** Pages as sent last. Callers read the stamp first; an answer of another stamp is dropped, so nothing is stale. */
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

  /** Keeps a page from its second request on, so that a crawler pushes nothing out that others read. */
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

/** Copies small buffers: one kept buffer keeps its whole slab (64 KiB since Node 24). */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
