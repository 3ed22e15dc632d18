import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Answer, coded, type Coding } from './deliver.js';

/** An answer, and the state of the data from which it was made. An answer without a stamp is not kept. */
export interface StampedAnswer {
  readonly answer: Answer;
  readonly stamp: string | undefined;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of an entry in addition to its body, in bytes. */
const ENTRY_BYTES = 2_048;

/**
 * The answers of this process that are made once for all readers: pages, Markdown, versions, feeds and previews, each
 * compressed in the codings that readers asked for (contract 9).
 */
@Injectable()
export class AnswerCache {
  private readonly kept = new LRUCache<string, StampedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => (answer.body as Buffer).length + ENTRY_BYTES,
  });
  /** The answers that are being made, by name, coding and stamp. Many readers can ask for a new page at once. */
  private readonly making = new Map<string, Promise<Answer | undefined>>();

  /**
   * Returns the answer with this name in a coding, as it was kept if its stamp is still the current one.
   * @param stamp the current state, which the caller has just read
   * @param make reads the data and makes the answer; returns `undefined` if there is nothing any more. The data can be
   * newer than `stamp`, so `make` returns the stamp of what it read
   */
  async get(
    name: string,
    stamp: string,
    coding: Coding,
    make: () => Promise<StampedAnswer | undefined>,
  ): Promise<Answer | undefined> {
    const key = `${coding} ${name}`;
    const kept = this.kept.get(key);
    if (kept?.stamp === stamp) return kept.answer;
    const job = `${key} ${stamp}`;
    let making = this.making.get(job);
    if (!making) {
      making = this.make(key, coding, make).finally(() => this.making.delete(job));
      this.making.set(job, making);
    }
    return making;
  }

  private async make(
    key: string,
    coding: Coding,
    make: () => Promise<StampedAnswer | undefined>,
  ): Promise<Answer | undefined> {
    const made = await make();
    if (!made) return undefined;
    const { headers, body, ...rest } = made.answer;
    const answer = {
      ...rest,
      headers: coding === 'identity' ? headers : { ...headers, 'Content-Encoding': coding },
      body: alone(await coded(body as Buffer, coding)),
    };
    if (made.stamp !== undefined) this.kept.set(key, { stamp: made.stamp, answer });
    return answer;
  }
}

/**
 * Copies a buffer that is part of a larger memory block. Without the copy, the cache would keep the whole block in
 * memory.
 */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
