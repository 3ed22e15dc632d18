import { describe, expect, it } from 'vitest';
import { AnswerCache } from '../../../src/platform/http/answer-cache.js';
import type { Answer } from '../../../src/platform/http/deliver.js';

const MEGABYTE = 1024 * 1024;
const answer = (body: Buffer): Answer => ({ status: 200, headers: {}, body, tag: 'tag' });

const unstamped = async () => ({ answer: answer(Buffer.alloc(1)), stamp: undefined });
const failing = () => Promise.reject(new Error('failed'));

/** Returns a cache, and a function that asks it for an answer and says whether the answer was made for this request. */
function counted() {
  const cache = new AnswerCache();
  const ask = async (name: string, stamp: string, { read = stamp, bytes = 1 } = {}) => {
    let made = false;
    const body = await cache.get(name, stamp, 'identity', async () => {
      made = true;
      return { answer: answer(Buffer.alloc(bytes)), stamp: read };
    });
    return { made, body };
  };
  return { cache, ask };
}

describe('the cache of answers', () => {
  it('makes an answer again only if its stamp changed', async () => {
    const { ask } = counted();
    expect((await ask('/en/a', 'one')).made).toBe(true);
    expect((await ask('/en/a', 'one')).made).toBe(false);
    expect((await ask('/en/a.md', 'one')).made).toBe(true);
    expect((await ask('/en/a', 'two')).made).toBe(true);
    expect((await ask('/en/a', 'one')).made).toBe(true);
  });

  it('keeps an answer with the stamp of the data that it was made of', async () => {
    const { ask } = counted();
    await ask('/en/a', 'new', { read: 'old' });
    expect((await ask('/en/a', 'new')).made).toBe(true);
  });

  it('makes an answer once for all concurrent requests', async () => {
    const { ask } = counted();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask('/en/a', 'one')));
    expect(all.filter(({ made }) => made)).toHaveLength(1);
  });

  it('keeps no answer without a stamp, and none whose making failed', async () => {
    const { cache, ask } = counted();
    await cache.get('/en/a', 'one', 'identity', unstamped);
    await expect(cache.get('/en/b', 'one', 'identity', failing)).rejects.toThrow('failed');
    expect((await ask('/en/a', 'one')).made).toBe(true);
    expect((await ask('/en/b', 'one')).made).toBe(true);
  });

  it('copies a small body out of the larger block of memory that contains it', async () => {
    const body = Buffer.from(new ArrayBuffer(MEGABYTE), 0, 100);
    const make = async () => ({ answer: answer(body), stamp: 'one' });
    const kept = await new AnswerCache().get('/en/a', 'one', 'identity', make);
    expect(kept!.body).toEqual(body);
    expect((kept!.body as Buffer).buffer.byteLength).toBe(100);
  });

  it('[4.bounded-memory] keeps at most 64 MiB, and drops the answers that were not read for longest', async () => {
    const { ask } = counted();
    for (let number = 0; number < 100; number += 1) {
      await ask(`/en/${number}`, 'one', { bytes: MEGABYTE });
      await ask('/en/0', 'one');
    }
    expect((await ask('/en/0', 'one')).made).toBe(false);
    expect((await ask('/en/99', 'one')).made).toBe(false);
    expect((await ask('/en/30', 'one')).made).toBe(true);
  });
});
