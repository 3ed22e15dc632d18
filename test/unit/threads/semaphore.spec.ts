import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/platform/threads/semaphore.js';

describe('a semaphore', () => {
  it('runs as many tasks at once as it has permits, in their order', async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const task = async (number: number): Promise<number> => {
      begun.push(number);
      most = Math.max(most, (running += 1));
      await setImmediate();
      running -= 1;
      return number;
    };
    const numbers = [1, 2, 3, 4, 5];
    expect(await Promise.all(numbers.map((n) => semaphore.run(() => task(n))))).toEqual(numbers);
    expect(begun).toEqual(numbers);
    expect(most).toBe(2);
  });

  it('goes on after a task that failed', async () => {
    const semaphore = new Semaphore(1);
    const fault = new Error('no');
    const failing = semaphore.run(() => Promise.reject(fault));
    const next = semaphore.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toBe(fault);
    expect(await next).toBe('done');
    expect(await semaphore.run(() => Promise.resolve('again'))).toBe('again');
  });
});
