import { LRUCache } from 'lru-cache';
import type { CompressedAnswer } from './answer.js';

/** An answer, and the state of the database that it was made of. */
interface Kept {
  readonly stamp: string;
  readonly answer: CompressedAnswer;
}

const MOST_BYTES = 64 * 1024 * 1024;
/** What an entry takes besides its body. */
const ENTRY_BYTES = 1_024;

/**
 * Pages as they were sent last. Whoever asks must have read the stamp of the page just before: an
 * answer that was made of anything else is as good as none, so nothing stale ever comes from here.
 */
export class PageCache {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer: { file } }) => file.br.length + file.gzip.length + ENTRY_BYTES,
  });

  has(address: string): boolean {
    return this.kept.has(address);
  }

  get(address: string, stamp: string): CompressedAnswer | undefined {
    const kept = this.kept.get(address);
    return kept?.stamp === stamp ? kept.answer : undefined;
  }

  delete(address: string): void {
    this.kept.delete(address);
  }

  put(address: string, stamp: string, answer: CompressedAnswer): void {
    const { tag, br, gzip } = answer.file;
    const file = { tag, br: alone(br), gzip: alone(gzip) };
    this.kept.set(address, { stamp, answer: { ...answer, file } });
  }
}

/**
 * Node cuts small buffers out of slabs, of 64 KiB since Node 24, and one of them that is kept keeps its
 * slab: a page of 8 KiB took 50 KiB.
 */
function alone(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
