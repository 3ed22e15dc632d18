import { LRUCache } from 'lru-cache';
import type { AnswerHead, CodedAnswer, PackedAnswer } from './answer.js';
import { type Coding, type Compression, lengthOf, uncompressed } from './compressed-file.js';

/** An answer that can be cached and sent again. */
export type LastingAnswer = CodedAnswer | PackedAnswer;

/**
 * Maximum uncompressed size, in bytes, of a file that is uncompressed before it is cached. A longer file is cached as
 * gzip, and uncompressed while it is sent. Both kinds are for clients that accept no compression.
 */
const MAX_AT_ONCE = 65_536;

/**
 * Returns the compression of the stored file from which an answer in a content coding is made. For `identity`, the
 * answer is made from the gzip file, which is uncompressed.
 */
export const compressionOf = (coding: Coding): Compression => (coding === 'br' ? 'br' : 'gzip');

/** Makes an answer in a coding. `body` has the compression `compressionOf(coding)`. */
export async function lastingAnswer(
  head: AnswerHead,
  body: Buffer,
  coding: Coding,
): Promise<LastingAnswer> {
  if (coding !== 'identity') return { ...head, coding, coded: body };
  if (lengthOf(body) > MAX_AT_ONCE) return { ...head, gzip: body };
  return { ...head, coding, coded: await uncompressed(body) };
}

interface Kept {
  readonly stamp: string;
  readonly answer: LastingAnswer;
}

const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Time after which the cache drops an entry that is not read, in ms. Without this limit, erased text would stay in
 * memory until other entries displace the text. To read a dropped page from the database costs 0.1 ms more CPU time
 * (docs/performance.md).
 */
const UNREAD_MS = 60_000;
/** Makes the options of an `LRUCache` that drops an entry if the entry is not read for `ms` milliseconds. */
export const dropsUnread = (ms = UNREAD_MS) => ({
  ttl: ms,
  ttlAutopurge: true,
  updateAgeOnGet: true,
});
/** Memory of an entry in addition to its body, in bytes. */
const ENTRY_BYTES = 1_024;
/**
 * Maximum memory for the keys of pages that were requested once, in bytes. Each key counts as its length plus
 * `KEY_ENTRY_BYTES`.
 */
const MAX_KEY_BYTES = 1_500_000;
const KEY_ENTRY_BYTES = 100;

/**
 * A cache of pages in the form in which they were sent. A caller first reads the current stamp of a page. `get` returns
 * an entry only if the entry has this stamp.
 */
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

  /** Caches a page at its second request, so that a crawler does not displace the pages that people read. */
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

/**
 * Copies a buffer that is part of a larger memory block (64 KiB in Node 24). Without the copy, the cache would keep the
 * whole block in memory.
 */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
