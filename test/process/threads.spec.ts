import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { Threads } from '../../src/platform/threads/threads.service.js';

const RUNNER = new URL('../../dist/src/platform/threads/thread-tasks.js', import.meta.url);
const TASKS = `
  plus: (n) => n + 1,
  idle: (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); return ms; },
  endless: () => { for (;;); },
  backtracking: () => /^(a+)+$/.test('a'.repeat(60) + 'b'),
  greedy: () => { const taken = []; for (;;) taken.push({ length: taken.length }); },
  broken: () => { throw new Error('no'); },
  environment: () => Object.keys(process.env).length,
  openLater: (gate) => { setTimeout(() => Atomics.store(gate, 0, 1), 100); return 0; },
`;
type Tasks = Record<
  'plus' | 'idle' | 'endless' | 'backtracking' | 'greedy' | 'broken' | 'environment',
  (n: number) => number
> & { openLater: (gate: Int32Array<SharedArrayBuffer>) => number };

let open: Threads<Tasks>[] = [];
afterEach(async () => {
  await Promise.all(open.map((threads) => threads.onApplicationShutdown()));
  open = [];
});

/** Starts threads whose program begins with this code. */
async function started(beginning = '', limitMs?: number): Promise<Threads<Tasks>> {
  const program = `import { taskRunner } from '${RUNNER.href}';\n${beginning}\nexport default taskRunner({ ${TASKS} });`;
  const folder = await folderOf({ 'tasks.worker.mjs': program });
  const threads = new Threads<Tasks>(pathToFileURL(join(folder, 'tasks.worker.mjs')), limitMs);
  open.push(threads);
  return threads;
}

const a = { account: 'a' };

describe('threads', () => {
  it('have no environment variables', async () => {
    expect(process.env).toHaveProperty('PATH');
    expect(await (await started()).run('environment', 1, a)).toBe(0);
  });

  it('that cannot start blame no task, and the next task can be tried again', async () => {
    const broken = await started('throw new Error("no");');
    const failure = { name: 'AbortError' };
    await expect(broken.run('plus', 1, a)).rejects.toMatchObject(failure);
    await expect(broken.run('plus', 1, a)).rejects.toMatchObject(failure);
  });

  it('run their event loop while they are idle, because V8 frees memory by timers', async () => {
    const threads = await started();
    const gate = new Int32Array(new SharedArrayBuffer(4));
    await threads.run('openLater', gate, a);
    await expect.poll(() => gate[0]).toBe(1);
  });
});

describe('a task', () => {
  it('that throws an error is at fault', async () => {
    const failed = { name: 'TaskError', kind: 'failed', cause: 'Error: no' };
    await expect((await started()).run('broken', 1, a)).rejects.toMatchObject(failed);
  });

  it.each(['endless', 'backtracking', 'greedy'] as const)(
    '[9.render-survives] that takes too much time or memory is ended, and the next task runs: %s',
    async (kind) => {
      const threads = await started('', 5_000);
      const ended = { name: 'TaskError', kind: 'ended' };
      await expect(threads.run(kind, 1, a)).rejects.toMatchObject(ended);
      expect(await threads.run('plus', 1, a)).toBe(2);
    },
  );
});

describe('accounts', () => {
  it('[4.neighbours] never have all threads: a task of another account starts, even if many tasks wait', async () => {
    const threads = await started();
    const ended: string[] = [];
    const run = async (account: string, kind: 'idle' | 'plus'): Promise<void> => {
      await threads.run(kind, 1_000, { account });
      ended.push(account);
    };
    const many = Array.from({ length: availableParallelism() + 2 }, () => run('many', 'idle'));
    await Promise.all([...many, run('one', 'plus')]);
    expect(ended[0]).toBe('one');
  });

  it('[4.neighbours] are refused with 503 when their turn does not come in time', async () => {
    const threads = await started();
    const many = Array.from({ length: 12 }, () => threads.run('idle', 300, a));
    const late = threads.run('plus', 1, { ...a, timeoutMs: 100 });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.all(many);
  });
});
