import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedQueue } from '../../../src/writes/keyed-queue.js';

class TimedOut extends Error {}

const LONG_MS = 60_000;

const newQueue = (concurrency = 1): KeyedQueue => new KeyedQueue(concurrency, () => new TimedOut());

/** A task that runs until it is told to end. */
function work(): { run: () => Promise<void>; started: () => boolean; end: () => void } {
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

describe('a queue', () => {
  it('runs as many at once as it may, and the next when one is done', async () => {
    const queue = newQueue(2);
    const works = [work(), work(), work()];
    const runs = works.map(({ run }) => queue.run('one', LONG_MS, run));
    await turn();
    expect(works.map(({ started }) => started())).toEqual([true, true, false]);
    works[1]!.end();
    await runs[1];
    await turn();
    expect(works[2]!.started()).toBe(true);
    works.forEach(({ end }) => end());
    await Promise.all(runs);
  });

  it('keeps the order of arrival', async () => {
    const queue = newQueue();
    const order: number[] = [];
    const visits = Array.from({ length: 20 }, (_, place) =>
      queue.run('one', LONG_MS, async () => {
        await turn();
        order.push(place);
      }),
    );
    await Promise.all(visits);
    expect(order).toEqual(Array.from({ length: 20 }, (_, place) => place));
  });

  it('does not hold up another key', async () => {
    const queue = newQueue();
    const long = work();
    const held = queue.run('one', LONG_MS, long.run);
    await expect(queue.run('other', LONG_MS, async () => 'done')).resolves.toBe('done');
    long.end();
    await held;
  });

  it('is free again after a task that failed', async () => {
    const queue = newQueue();
    const failure = new Error('no');
    await expect(queue.run('one', LONG_MS, () => Promise.reject(failure))).rejects.toBe(failure);
    await expect(queue.run('one', LONG_MS, async () => 'done')).resolves.toBe('done');
  });

  it('hands back what the task gives', async () => {
    await expect(newQueue().run('one', LONG_MS, async () => 42)).resolves.toBe(42);
  });
});

describe('who waits too long in a queue', () => {
  it('gives up without running', async () => {
    const queue = newQueue();
    const long = work();
    const late = work();
    const held = queue.run('one', LONG_MS, long.run);
    await expect(queue.run('one', 5, late.run)).rejects.toBeInstanceOf(TimedOut);
    long.end();
    await held;
    await turn();
    expect(late.started()).toBe(false);
  });

  it('leaves its place to those behind it', async () => {
    const queue = newQueue();
    const long = work();
    const held = queue.run('one', LONG_MS, long.run);
    await expect(queue.run('one', 5, work().run)).rejects.toBeInstanceOf(TimedOut);
    const behind = queue.run('one', LONG_MS, async () => 'done');
    long.end();
    await held;
    await expect(behind).resolves.toBe('done');
  });

  it('is not given up on once it runs', async () => {
    const queue = newQueue();
    const long = work();
    const held = queue.run('one', LONG_MS, long.run);
    await expect(queue.run('one', 5, work().run)).rejects.toBeInstanceOf(TimedOut);
    long.end();
    await expect(held).resolves.toBeUndefined();
  });
});
