import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { GATE, newGate, of, openGate, threadStarter, warm } from './test-threads.js';

/** Start timeout, in ms, of threads that never start. All other threads have a longer timeout. */
const START_MS = 1_500;

const started = threadStarter();

describe('threads', () => {
  it('that start slowly take no time from the limit of a task', async () => {
    const slow = await started('await new Promise((resolve) => setTimeout(resolve, 1_300));');
    expect(await slow.run('plus', 1, of('a', { limitMs: 1_000 }))).toBe(2);
    expect(slow.starts).toEqual({ failures: 0, failing: false });
  });

  it.each([
    ['hangs', 'await new Promise(() => setInterval(() => {}, 1_000));', 'did not start in time'],
    ['throws', 'throw new Error("no");', 'No thread could be started'],
  ])(
    'whose start %s make their tasks fail in time, with an error that is not a TaskError',
    async (_, program, message) => {
      const broken = await started(program, { startTimeoutMs: START_MS });
      const failure = { name: 'Error', message: expect.stringContaining(message) as string };
      await expect(broken.run('plus', 1, of('a'))).rejects.toMatchObject(failure);
      await expect(broken.run('plus', 1, of('a'))).rejects.toMatchObject(failure);
      expect(broken.starts).toEqual({ failures: 2, failing: true });
    },
  );

  it('whose start fails for several tasks at once count only one failure', async () => {
    const broken = await started('throw new Error("no");');
    await Promise.allSettled([broken.run('plus', 1, of('a')), broken.run('plus', 1, of('b'))]);
    expect(broken.starts).toEqual({ failures: 1, failing: true });
  });

  it('have no environment variables', async () => {
    expect(process.env).toHaveProperty('PATH');
    expect(await (await started('')).run('environment', 1, of('a'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'run at a lower priority if they have a niceness',
    async () => {
      const others = getPriority();
      expect(await (await started('')).run('niceness', 1, of('a'))).toBe(others);
      const worker = await started('', { niceness: 10 });
      expect(await worker.run('niceness', 1, of('a'))).toBe(Math.min(others + 10, 19));
      expect(getPriority()).toBe(others);
    },
  );

  it('transfer bytes, whether or not they are a part of a larger buffer', async () => {
    const { small, large } = await (await started('')).run('bytes', 1, of('a'));
    expect(Buffer.from(small).toString()).toBe('abc');
    expect([large.length, large.at(-1), large.buffer.byteLength]).toEqual([100_000, 7, 100_000]);
  });

  it('run their event loop while they are idle, because V8 frees memory by timers', async () => {
    const threads = await started('');
    const gate = newGate();
    await threads.run('openLater', gate, of('a'));
    await expect.poll(() => gate[GATE.open]).toBe(1);
  });
});

describe('the limit of a task', () => {
  it('counts the processor time of the thread, not the elapsed time', async () => {
    const threads = await warm(await started(''));
    await expect(threads.run('idle', 2_000, of('a', { limitMs: 200 }))).resolves.toBe(2_000);
    const limit = { name: 'TaskError', kind: 'limit' };
    await expect(threads.run('endless', 1, of('a', { limitMs: 200 }))).rejects.toMatchObject(limit);
    expect(await threads.run('plus', 1, of('a'))).toBe(2);
  });

  it('is remembered: a task that exceeded it is refused without another run, unless the new limit is higher', async () => {
    const threads = await warm(await started(''));
    const subject = 'x 1';
    const run = (ms: number, limitMs: number) =>
      threads.run('work', ms, of('a', { limitMs, subject }));
    await expect(run(1_000, 200)).rejects.toMatchObject({ kind: 'limit' });
    const asked = performance.now();
    await expect(run(0, 200)).rejects.toMatchObject({ kind: 'limit' });
    expect(performance.now() - asked).toBeLessThan(20);
    expect(await run(0, 300)).toBe(0);
    expect(await threads.run('plus', 0, of('a', { limitMs: 200, subject }))).toBe(1);
  });

  it('makes the subject of a task slow when the task exceeds it', async () => {
    const threads = await warm(await started(''));
    const known = of('a', { subject: 'x' });
    // A task counts as slow after 500 ms, and the limit of this task is also 500 ms. Each check therefore finds the
    // task slow and over its limit, or not slow and within its limit.
    const exceeding = threads.run('endless', 1, { ...known, limitMs: 500 });
    await expect(exceeding).rejects.toMatchObject({ kind: 'limit' });
    const gate = newGate();
    const next = threads.run('held', gate, known);
    const { use } = threads;
    openGate(gate);
    await next;
    expect(use).toMatchObject([
      { lane: 'quick', running: 0 },
      { lane: 'slow', running: 1 },
    ]);
  });

  it('is not reported as exceeded if a task fails because of its input', async () => {
    const threads = await started('');
    const failed = { name: 'TaskError', kind: 'failed' };
    await expect(threads.run('broken', 1, of('a'))).rejects.toMatchObject(failed);
    expect(threads.starts).toMatchObject({ failing: false });
  });
});

describe('accounts', () => {
  it('take turns: a task of another account is next, even if many tasks wait', async () => {
    const threads = await warm(await started(''));
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const many = Array.from({ length: 8 }, () =>
      threads.run('idle', 200, of('many')).then(note('many')),
    );
    // These tasks only sleep. Busy tasks could wait for a processor, and a task that began later could then end first.
    const one = threads.run('idle', 200, of('one')).then(note('one'));
    await Promise.all([...many, one]);
    expect(order.indexOf('one')).toBeLessThanOrEqual(3);
  });

  it('find a free thread while another account uses two, because an idle slow lane runs quick tasks', async () => {
    const threads = await warm(await started(''));
    const many = Array.from({ length: 4 }, () => threads.run('idle', 700, of('many')));
    expect(threads.use).toEqual([
      { lane: 'quick', running: 1, waiting: 2 },
      { lane: 'slow', running: 1, waiting: 0 },
    ]);
    const other = threads.run('plus', 1, of('other', { timeoutMs: 5_000 }));
    expect(threads.use[0]).toEqual({ lane: 'quick', running: 2, waiting: 2 });
    expect(await other).toBe(2);
    expect(threads.use[0]!.waiting).toBeGreaterThan(0);
    await Promise.all(many);
  });

  it('run one large task each at a time; their small tasks and the large tasks of other accounts do not wait', async () => {
    const threads = await warm(await started(''));
    const large = { isLarge: true };
    const [first, next, rest] = [newGate(), newGate(), newGate()];
    const held = threads.run('held', first, of('a', large));
    const waiting = threads.run('held', next, of('a', large));
    const [small, other] = [of('a'), of('b', large)];
    const passing = [small, other].map((options) => threads.run('held', rest, options));
    await expect.poll(() => rest[GATE.starts]).toBe(2);
    expect(threads.use).toEqual([
      { lane: 'quick', running: 2, waiting: 1 },
      { lane: 'slow', running: 1, waiting: 0 },
    ]);
    expect(next[GATE.starts]).toBe(0);
    openGate(first);
    await held;
    await expect.poll(() => next[GATE.starts]).toBe(1);
    openGate(next);
    openGate(rest);
    await Promise.all([waiting, ...passing]);
  });

  it('get a thread from a slow task if slow tasks hold every thread', async () => {
    const threads = await warm(await started(''));
    const ends: string[] = [];
    const slow = ['a', 'b', 'c'].map((account) =>
      threads.run('work', 4_000, of(account)).then(() => ends.push('slow')),
    );
    await expect.poll(() => threads.use[1]!.running).toBe(1);
    for (let n = 0; n < 3; n += 1) {
      await threads.run('plus', n, of('quick'));
      ends.push('quick');
    }
    await Promise.all(slow);
    expect(ends).toEqual(['quick', 'quick', 'quick', 'slow', 'slow', 'slow']);
  });

  it('do not cause a slow task to be stopped while the slow lane runs a quick task', async () => {
    const threads = await warm(await started(''));
    const starts = new Int32Array(new SharedArrayBuffer(4));
    const slow = ['a', 'b'].map((account) => threads.run('counted', starts, of(account)));
    const helping = threads.run('idle', 1_500, of('c'));
    expect(threads.use[1]!.running).toBe(1);
    const quick = threads.run('plus', 1, of('d')).then(() => 'quick');
    expect(await Promise.race([quick, ...slow])).toBe('quick');
    await Promise.all([...slow, helping]);
    expect(starts[0]).toBe(2);
  });

  it('do not wait for a slow task of another account, because that task leaves the quick lane', async () => {
    const threads = await warm(await started(''));
    const slow = Array.from({ length: 3 }, (_, n) =>
      threads.run('work', 2_000, of('slow', { subject: `${n}` })),
    );
    const ends: number[] = [];
    const all = Promise.all(slow.map((each) => each.then(() => ends.push(performance.now()))));
    for (let n = 0; n < 5; n += 1) await threads.run('work', 20, of('quick'));
    const quick = performance.now();
    await all;
    expect(quick).toBeLessThan(Math.min(...ends));
  });

  it('do not wait for a task known to be slow, because it starts in the slow lane', async () => {
    const threads = await warm(await started(''));
    const run = (n: number) => threads.run('work', 600, of('slow', { subject: `${n}` }));
    await Promise.all([run(1), run(2), run(3)]);
    const again = Promise.all([run(1), run(2), run(3)]);
    expect(threads.use).toEqual([
      { lane: 'quick', running: 0, waiting: 0 },
      { lane: 'slow', running: 1, waiting: 2 },
    ]);
    await again;
  });

  it('have all tasks of a slow subject in the slow lane, including those that already wait', async () => {
    const threads = await warm(await started(''));
    const subject = 'x';
    const same = Array.from({ length: 4 }, () => threads.run('work', 700, of('slow', { subject })));
    await Promise.race(same);
    expect(threads.use[0]).toMatchObject({ waiting: 0 });
    const other = threads.run('plus', 1, of('slow', { subject }));
    expect(threads.use[1]!.waiting).toBeGreaterThan(0);
    await Promise.all([...same, other]);
  });

  it('find a free thread, because an account that had slow tasks gets only one thread', async () => {
    const threads = await warm(await started(''));
    await threads.run('work', 600, of('heavy', { subject: 'x' }));
    const many = Array.from({ length: 4 }, () => threads.run('idle', 700, of('heavy')));
    expect(threads.use[0]).toEqual({ lane: 'quick', running: 1, waiting: 3 });
    const quick = threads.run('plus', 1, of('other', { timeoutMs: 5_000 }));
    expect(threads.use[0]).toEqual({ lane: 'quick', running: 2, waiting: 3 });
    expect(await quick).toBe(2);
    expect(threads.use[0]!.waiting).toBeGreaterThan(0);
    await Promise.all(many);
  });

  it('are refused if no thread becomes free in time', async () => {
    const threads = await warm(await started(''));
    const busy = [1, 2, 3].map((n) => threads.run('idle', 1_500, of(`${n}`)));
    await expect(threads.run('plus', 1, of('a', { timeoutMs: 200 }))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await Promise.all(busy);
    expect(await threads.run('plus', 1, of('a', { timeoutMs: 200 }))).toBe(2);
  });
});
