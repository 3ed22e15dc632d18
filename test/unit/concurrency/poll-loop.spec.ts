import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PollLoop, type PollWork } from '../../../src/platform/concurrency/poll-loop.js';

const NEVER_MS = 600_000;

/** Returns a loop, the number of its rounds, and the errors of its work. */
function counting(work: PollWork['work'] = () => Promise.resolve(NEVER_MS), retryMs = NEVER_MS) {
  const errors: unknown[] = [];
  let rounds = 0;
  const loop = new PollLoop({
    work: (signal) => {
      rounds += 1;
      return work(signal);
    },
    retryMs,
    onError: (error) => errors.push(error),
  });
  return { loop, errors, rounds: () => rounds };
}

describe('a poll loop', () => {
  it('runs a round when it starts, after each pause, and when it is woken', async () => {
    const quick = counting(() => Promise.resolve(1));
    quick.loop.start();
    await sleep(50);
    await quick.loop.stop();
    expect(quick.rounds()).toBeGreaterThan(2);

    const slow = counting();
    slow.loop.start();
    await sleep(5);
    expect(slow.rounds()).toBe(1);
    slow.loop.wake();
    await sleep(5);
    expect(slow.rounds()).toBe(2);
    await slow.loop.stop();
  });

  it('runs one more round if it is woken during a round, and never two rounds at once', async () => {
    let atOnce = 0;
    let most = 0;
    const { loop, rounds } = counting(async () => {
      most = Math.max(most, (atOnce += 1));
      await sleep(10);
      atOnce -= 1;
      return NEVER_MS;
    });
    loop.start();
    loop.wake();
    loop.wake();
    await sleep(50);
    await loop.stop();
    expect(rounds()).toBe(2);
    expect(most).toBe(1);
  });

  it('reports an error, and tries again after the retry time', async () => {
    const { loop, errors, rounds } = counting(() => Promise.reject(new Error('away')), 1);
    loop.start();
    await sleep(50);
    await loop.stop();
    expect(rounds()).toBeGreaterThan(1);
    expect(errors).toHaveLength(rounds());
  });

  it('aborts the signal of the work when it is stopped, and waits for the work', async () => {
    let aborted = false;
    const { loop, rounds } = counting(async (signal) => {
      await sleep(NEVER_MS, undefined, { signal }).catch(() => undefined);
      await sleep(5);
      aborted = signal.aborted;
      return 0;
    });
    loop.start();
    await loop.stop();
    expect(aborted).toBe(true);
    expect(rounds()).toBe(1);
  });
});
