import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ThreadPool,
  type ThreadPoolOptions,
  threadStarts,
} from '../../src/platform/threads/thread-pool.js';

const OUTCOME = new URL('../../dist/src/platform/threads/outcome.js', import.meta.url);
const LIMIT_MS = 1_000;
/** Of a thread that never starts; any other one is given as long as it may need. */
const START_MS = 1_500;

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imprimatur-threads-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Threads that run this program. */
async function pool(
  name: string,
  program: string,
  { limitMs = LIMIT_MS, ...options }: ThreadPoolOptions & { limitMs?: number } = {},
): Promise<ThreadPool<number, number>> {
  const path = join(directory, `${name}.worker.mjs`);
  await writeFile(path, `import { task } from '${OUTCOME.href}';\n${program}`);
  return new ThreadPool(pathToFileURL(path), limitMs, { startTimeoutMs: 30_000, ...options });
}

const startsOf = (wanted: string) => threadStarts().find(({ name }) => name === wanted);

/** Two tasks of one key, of two seconds each. */
const two = (threads: ThreadPool<number, number>) =>
  Promise.allSettled([threads.run(2_000, 'one'), threads.run(2_000, 'one')]);

describe('threads', () => {
  it('that start slowly blame no task, and have its whole time for it', async () => {
    const slow = await pool(
      'slow',
      `await new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS + 300}));
       export default task((n) => n + 1);`,
    );
    expect(await slow.run(1)).toBe(2);
    expect(startsOf('slow')).toMatchObject({ failures: 0, failing: false });
    await slow.close();
  });

  it.each([
    ['hangs', 'await new Promise(() => setInterval(() => {}, 1_000));'],
    ['throws', 'throw new Error("no");'],
  ])('whose start %s fail in time, blame no task, and are told of', async (name, program) => {
    const broken = await pool(name, `${program}\nexport default task((n) => n);`, {
      startTimeoutMs: START_MS,
    });
    await expect(broken.run(1)).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining('No thread could be started') as string,
    });
    await expect(broken.run(1)).rejects.toMatchObject({ name: 'Error' });
    expect(startsOf(name)).toEqual({ name, failures: 2, failing: true });
    await broken.close();
    expect(startsOf(name)).toBeUndefined();
  });

  it('whose start fails for several tasks at once have failed once', async () => {
    const broken = await pool('at-once', 'throw new Error("no");');
    await Promise.allSettled([broken.run(1), broken.run(1)]);
    expect(startsOf('at-once')).toEqual({ name: 'at-once', failures: 1, failing: true });
    await broken.close();
  });

  it('count the wait for a turn as time of the task, where somebody waits for the answer', async () => {
    const program =
      'export default task((n) => { const end = Date.now() + n; while (Date.now() < end); return n; });';
    const patient = await pool('patient', program, { maxPerKey: 1, limitMs: 3_000 });
    const awaited = await pool('awaited', program, {
      maxPerKey: 1,
      limitMs: 3_000,
      waitCounts: true,
    });
    expect(await two(patient)).toMatchObject([{ value: 2_000 }, { value: 2_000 }]);
    expect(await two(awaited)).toMatchObject([{ value: 2_000 }, { reason: { kind: 'timeout' } }]);
    await Promise.all([patient.close(), awaited.close()]);
  });

  it('end a task that takes too long, which is its own fault, and do the next', async () => {
    const endless = await pool(
      'endless',
      'export default task((n) => { while (n > 1); return n; });',
    );
    await expect(endless.run(2)).rejects.toMatchObject({ name: 'ThreadFault', kind: 'timeout' });
    expect(await endless.run(1)).toBe(1);
    expect(startsOf('endless')).toMatchObject({ failing: false });
    await endless.close();
  });
});
