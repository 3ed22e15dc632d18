import { describe, expect, it } from 'vitest';
import { GATE, newGate, of, openGate, threadStarter, warm } from './test-threads.js';

const started = threadStarter();

describe('a slow task', () => {
  it('that is stopped does not start again if its request no longer waits', async () => {
    const threads = await warm(await started(''));
    const gate = newGate();
    const first = threads.run('busy', gate, of('a', { limitMs: 100_000 }));
    // This is the newest task in the quick lane. The newest task is stopped.
    const stopped = threads.run('busy', gate, of('b', { limitMs: 100_000, timeoutMs: 1 }));
    const inSlowLane = threads.run('busy', gate, of('c', { limitMs: 100_000 }));
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    expect(await threads.run('plus', 1, of('quick'))).toBe(2);
    expect(threads.use[1]).toEqual({ lane: 'slow', running: 1, waiting: 0 });
    openGate(gate);
    await Promise.all([first, inSlowLane]);
    expect(gate[GATE.starts]).toBe(3);
  });

  it('from the queue of the slow lane counts as slow at once, so other tasks do not wait for its end', async () => {
    const threads = await warm(await started(''));
    const known = of('known', { subject: 'x' });
    await threads.run('work', 600, known);
    const [held, busy] = [newGate(), newGate()];
    const again = threads.run('held', held, known);
    const slow = ['a', 'b'].map((account) =>
      threads.run('busy', busy, of(account, { limitMs: 100_000 })),
    );
    // One of the two busy tasks is stopped, so that the quick task can run. The timeout of the quick task is below
    // 50 s. After 50 s, even the held task, which is idle, would count as slow.
    const quick = threads.run('plus', 1, of('quick', { timeoutMs: 40_000 }));
    await expect(quick).resolves.toBe(2);
    expect(threads.use[1]).toEqual({ lane: 'slow', running: 1, waiting: 1 });
    openGate(held);
    openGate(busy);
    await Promise.all([again, ...slow]);
  });

  it('in the queue of the slow lane starts before waiting quick tasks', async () => {
    const threads = await warm(await started(''));
    const known = of('known', { subject: 'x' });
    await threads.run('work', 600, known);
    const [first, rest] = [newGate(), newGate()];
    const slow = threads.run('held', first, known);
    const others = [of('a'), of('b'), of('c'), known].map((options) =>
      threads.run('held', rest, options),
    );
    expect(threads.use).toEqual([
      { lane: 'quick', running: 2, waiting: 1 },
      { lane: 'slow', running: 1, waiting: 1 },
    ]);
    openGate(first);
    await slow;
    expect(threads.use).toEqual([
      { lane: 'quick', running: 2, waiting: 1 },
      { lane: 'slow', running: 1, waiting: 0 },
    ]);
    openGate(rest);
    await Promise.all(others);
  });

  it('leaves the quick lane although a large task of its account waits for the slow lane', async () => {
    const threads = await warm(await started(''));
    const large = of('a', { isLarge: true, limitMs: 100_000 });
    const known = { ...large, subject: 'x' };
    await threads.run('work', 600, known);
    const gate = newGate();
    const slow = [threads.run('busy', gate, large), threads.run('held', gate, known)];
    await expect.poll(() => threads.use[1]).toEqual({ lane: 'slow', running: 1, waiting: 1 });
    expect(threads.use[0]).toEqual({ lane: 'quick', running: 0, waiting: 0 });
    openGate(gate);
    await Promise.all(slow);
  });
});
