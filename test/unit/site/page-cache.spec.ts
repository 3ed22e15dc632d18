import { describe, expect, it } from 'vitest';
import { type LastingAnswer, PageCache } from '../../../src/site/page-cache.js';
import { isForgotten } from '../../setup/is-forgotten.js';

const MEGABYTE = 1024 * 1024;
const head = { status: 200, headers: {}, tag: 'tag' };
const answer = (bytes = 1): LastingAnswer => ({
  ...head,
  coding: 'br',
  coded: Buffer.alloc(bytes),
});

describe('the page cache', () => {
  it('returns an answer only for its own path and stamp', () => {
    const cache = new PageCache();
    const kept = answer();
    cache.put('/en/a', 'one', kept);
    expect(cache.get('/en/a', 'one')).toEqual(kept);
    expect(cache.get('/en/a', 'two')).toBeUndefined();
    expect(cache.get('/en/a.md', 'one')).toBeUndefined();
  });

  it('copies a small body out of the larger buffer that contains it', () => {
    const cache = new PageCache();
    const shared = Buffer.from(new ArrayBuffer(MEGABYTE), 0, 100);
    const bodies = { coded: { coding: 'br' as const, coded: shared }, gzip: { gzip: shared } };
    for (const [name, body] of Object.entries(bodies)) {
      cache.put(name, 'one', { ...head, ...body });
      const kept = Object.entries(cache.get(name, 'one')!).find(([member]) => member === name)![1];
      expect(kept).toEqual(shared);
      expect((kept as Buffer).buffer.byteLength).toBe(100);
    }
  });

  it('keeps a page that was requested twice, while a crawler requests 1,000 other pages once', () => {
    const cache = new PageCache();
    cache.putIfAskedAgain('/en/often', 'one', answer());
    expect(cache.has('/en/often')).toBe(false);
    cache.putIfAskedAgain('/en/often', 'one', answer());
    for (let number = 0; number < 1_000; number += 1)
      cache.putIfAskedAgain(`/en/${number}`, 'one', answer(MEGABYTE));
    expect(cache.has('/en/often')).toBe(true);
    expect(cache.has('/en/999')).toBe(false);
  });

  it('drops an entry that is not read, and keeps an entry that is read', async () => {
    const cache = new PageCache(MEGABYTE, 3_000);
    for (const name of ['/en/read', '/en/unread']) cache.put(name, 'one', answer());
    const kept = new WeakRef(cache.get('/en/unread', 'one')!);
    await expect
      .poll(() => cache.get('/en/read', 'one') !== undefined && isForgotten(kept), { interval: 20 })
      .toBe(true);
    expect(cache.has('/en/read')).toBe(true);
  });

  it('keeps no more bytes than its bound, and drops the oldest entries first', () => {
    const cache = new PageCache();
    for (let number = 0; number < 100; number += 1) {
      cache.put(`/en/${number}`, 'one', answer(MEGABYTE));
    }
    const kept = Array.from({ length: 100 }, (_, number) => cache.get(`/en/${number}`, 'one'));
    expect(kept.filter((found) => found !== undefined).length).toBeLessThanOrEqual(64);
    expect(kept[99]).toBeDefined();
    expect(kept[0]).toBeUndefined();
  });
});
