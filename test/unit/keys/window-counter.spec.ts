import { describe, expect, it } from 'vitest';
import { WindowCounter } from '../../../src/keys/burst-limit.service.js';

describe('a counter of a minute', () => {
  it('lets through as many as its limit and says how long the next must wait', () => {
    const counter = new WindowCounter(2);
    expect([counter.count('a'), counter.count('a')]).toEqual([undefined, undefined]);
    const wait = counter.count('a');
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('counts each subject for itself', () => {
    const counter = new WindowCounter(1);
    counter.count('a');
    expect(counter.count('a')).toBeDefined();
    expect(counter.count('b')).toBeUndefined();
  });

  it('lets everything through without a limit', () => {
    const counter = new WindowCounter(0);
    const waits = Array.from({ length: 1_000 }, () => counter.count('a'));
    expect(waits.every((wait) => wait === undefined)).toBe(true);
  });

  it('forgets the least recently seen subject rather than grow without bound', () => {
    const counter = new WindowCounter(1);
    counter.count('first');
    for (let other = 0; other < 20_000; other += 1) counter.count(`other ${other}`);
    expect(counter.count('first')).toBeUndefined();
    expect(counter.count('other 19999')).toBeDefined();
  });
});
