import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BriefCache } from '../../../src/previews/brief-cache.js';
import { isForgotten } from '../../setup/is-forgotten.js';

interface Made {
  readonly text: string;
  readonly parts: readonly string[];
}

const fail = () => Promise.reject(new Error('not now'));

/**
 * Returns a function `make`, which makes texts of `length` characters, and `made`, which counts the calls of `make`.
 */
function maker(length = 10) {
  const made = { times: 0 };
  const make = async () => {
    made.times += 1;
    await sleep(1);
    return { text: 'a'.repeat(length), parts: ['b'] };
  };
  return { made, make };
}

describe('a value in the cache', () => {
  it('is made once for concurrent callers, and separately for a second name', async () => {
    const cache = new BriefCache<Made>(1_000_000);
    const { made, make } = maker();
    await Promise.all([cache.get('a', make), cache.get('a', make)]);
    await cache.get('a', make);
    expect(made.times).toBe(1);
    await cache.get('b', make);
    expect(made.times).toBe(2);
  });

  it('is returned, but not stored, if it is larger than the bound of the cache', async () => {
    const cache = new BriefCache<Made>(1_000_000);
    const { made, make } = maker(600_000);
    expect((await cache.get('a', make)).text).toHaveLength(600_000);
    await cache.get('a', make);
    expect(made.times).toBe(2);
  });

  it('is evicted when later values exceed the bound', async () => {
    const cache = new BriefCache<Made>(1_000_000);
    const { made, make } = maker(100_000);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await cache.get(name, make);
    await cache.get('f', make);
    expect(made.times).toBe(6);
    await cache.get('a', make);
    expect(made.times).toBe(7);
  });

  it('counts towards the bound with the size of its buffer', async () => {
    const cache = new BriefCache<{ bytes: Buffer }>(1_000_000);
    let times = 0;
    const make = async () => {
      times += 1;
      return { bytes: Buffer.alloc(400_000) };
    };
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.get(name, make);
    expect(times).toBe(4);
  });

  it('is removed from memory when it expires, even without another request', async () => {
    const cache = new BriefCache<Made>(1_000_000, 50);
    const { make } = maker();
    const kept = new WeakRef(await cache.get('a', make));
    await expect.poll(() => isForgotten(kept)).toBe(true);
    expect(isForgotten(new WeakRef(cache))).toBe(false);
  });

  it('is made again if making it failed', async () => {
    const cache = new BriefCache<Made>(1_000_000);
    const { made, make } = maker();
    await expect(cache.get('a', fail)).rejects.toThrow('not now');
    await cache.get('a', make);
    expect(made.times).toBe(1);
  });
});
