import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';

class Refused extends Error {}

const refusal = (): Error => new Refused();

/** Returns a task that runs until the test calls `end`. */
function held(): { run: () => Promise<void>; started: () => boolean; end: () => void } {
  let started = false;
  const signals = new EventEmitter();
  const ended = once(signals, 'end');
  return {
    run: async () => {
      started = true;
      await ended;
    },
    started: () => started,
    end: () => signals.emit('end'),
  };
}

describe('a semaphore', () => {
  it('[4.neighbours] runs the short tasks of a key before the next long one of others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const semaphore = new Semaphore({ max: 1 });
    const order: string[] = [];
    const ask = (key: string, milliseconds: number): Promise<void> =>
      semaphore.run(async () => {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        order.push(key);
      }, key);
    const tasks = [ask('long', 300), ask('long', 300), ask('long', 300)];
    tasks.push(
      ask('other', 100),
      ask('other', 100),
      ...[1, 2, 3].map((time) => ask('short', time)),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await Promise.all(tasks);
    expect(order.join(' ')).toBe('long other short short short other long long');
  });
});

describe('a task that cannot run immediately', () => {
  it('is refused and never runs if it waits too long, and the next task still runs', async () => {
    const semaphore = new Semaphore({ max: 1, timeoutMs: 5, refusal });
    const [long, late] = [held(), held()];
    const running = semaphore.run(long.run);
    await expect(semaphore.run(late.run)).rejects.toBeInstanceOf(Refused);
    const behind = semaphore.run(async () => 'done', '', 60_000);
    long.end();
    await running;
    await expect(behind).resolves.toBe('done');
    expect(late.started()).toBe(false);
  });

  it('is refused immediately if too many tasks wait, or if it has no time left', async () => {
    const semaphore = new Semaphore({ max: 1, maxWaiting: 1, refusal });
    const long = held();
    const running = semaphore.run(long.run);
    const waiting = semaphore.run(async () => 'done');
    await expect(semaphore.run(held().run)).rejects.toBeInstanceOf(Refused);
    await expect(semaphore.run(held().run, 'other', 0)).rejects.toBeInstanceOf(Refused);
    long.end();
    await running;
    await expect(waiting).resolves.toBe('done');
  });
});

describe('a semaphore with random tasks', () => {
  it('keeps its bounds, ends every task, and is idle in the end', async () => {
    const task = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      turns: fc.nat(3),
      fails: fc.boolean(),
    });
    const property = fc.asyncProperty(
      fc.array(task, { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (tasks, max, maxPerKey) => {
        const semaphore = new Semaphore({ max, maxPerKey });
        const running = new Map<string, number>();
        const add = (key: string, by: number): void => {
          running.set(key, (running.get(key) ?? 0) + by);
          expect(running.get(key)).toBeLessThanOrEqual(maxPerKey);
          const all = [...running.values()].reduce((sum, count) => sum + count, 0);
          expect(all).toBeLessThanOrEqual(max);
        };
        const ends = await Promise.allSettled(
          tasks.map(({ key, turns, fails }) =>
            semaphore.run(async () => {
              add(key, 1);
              for (let left = turns; left > 0; left -= 1) await turn();
              add(key, -1);
              if (fails) throw new Refused();
            }, key),
          ),
        );
        expect(
          ends.map((end) => end.status === 'rejected' && end.reason instanceof Refused),
        ).toEqual(tasks.map(({ fails }) => fails));
        expect(semaphore.waiting).toBe(0);
        // A task that cannot start immediately would be refused.
        const atOnce = Array.from({ length: max }, (_, key) => semaphore.run(turn, `${key}`, 0));
        await Promise.all(atOnce);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
