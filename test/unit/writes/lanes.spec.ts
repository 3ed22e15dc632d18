import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Lanes } from '../../../src/writes/lanes.js';

class GaveUp extends Error {}

const lanes = ({ width = 1, patienceMs = 60_000 } = {}): Lanes =>
  new Lanes(width, patienceMs, () => new GaveUp());

/** Work that runs until it is told to end. */
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

describe('a lane', () => {
  it('runs as many at once as it is wide, and the next when one is done', async () => {
    const lane = lanes({ width: 2 });
    const works = [work(), work(), work()];
    const runs = works.map(({ run }) => lane.run('one', run));
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
    const lane = lanes();
    const order: number[] = [];
    const visits = Array.from({ length: 20 }, (_, place) =>
      lane.run('one', async () => {
        await turn();
        order.push(place);
      }),
    );
    await Promise.all(visits);
    expect(order).toEqual(Array.from({ length: 20 }, (_, place) => place));
  });

  it('does not hold up another lane', async () => {
    const lane = lanes();
    const long = work();
    const held = lane.run('one', long.run);
    await expect(lane.run('other', async () => 'done')).resolves.toBe('done');
    long.end();
    await held;
  });

  it('is free again after work that failed', async () => {
    const lane = lanes();
    const failure = new Error('no');
    await expect(lane.run('one', () => Promise.reject(failure))).rejects.toBe(failure);
    await expect(lane.run('one', async () => 'done')).resolves.toBe('done');
  });

  it('hands back what the work gives', async () => {
    await expect(lanes().run('one', async () => 42)).resolves.toBe(42);
  });
});

describe('who waits too long in a lane', () => {
  it('gives up without running', async () => {
    const lane = lanes({ patienceMs: 5 });
    const long = work();
    const late = work();
    const held = lane.run('one', long.run);
    await expect(lane.run('one', late.run)).rejects.toBeInstanceOf(GaveUp);
    long.end();
    await held;
    await turn();
    expect(late.started()).toBe(false);
  });

  it('leaves its place to those behind it', async () => {
    const lane = lanes({ patienceMs: 50 });
    const long = work();
    const held = lane.run('one', long.run);
    await expect(lane.run('one', work().run)).rejects.toBeInstanceOf(GaveUp);
    const behind = lane.run('one', async () => 'done');
    long.end();
    await held;
    await expect(behind).resolves.toBe('done');
  });

  it('is not given up on once it runs', async () => {
    const lane = lanes({ patienceMs: 5 });
    const long = work();
    const held = lane.run('one', long.run);
    await expect(lane.run('one', work().run)).rejects.toBeInstanceOf(GaveUp);
    long.end();
    await expect(held).resolves.toBeUndefined();
  });
});
