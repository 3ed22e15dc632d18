import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turnstile } from '../../../src/platform/threads/turnstile.js';

describe('a turnstile', () => {
  it('lets as many through at once as it is wide, in their order', async () => {
    const turnstile = new Turnstile(2);
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
    expect(await Promise.all(numbers.map((n) => turnstile.pass(() => task(n))))).toEqual(numbers);
    expect(begun).toEqual(numbers);
    expect(most).toBe(2);
  });

  it('goes on after a task that failed', async () => {
    const turnstile = new Turnstile(1);
    const fault = new Error('no');
    const failing = turnstile.pass(() => Promise.reject(fault));
    const next = turnstile.pass(() => Promise.resolve('done'));
    await expect(failing).rejects.toBe(fault);
    expect(await next).toBe('done');
    expect(await turnstile.pass(() => Promise.resolve('again'))).toBe('again');
  });
});
