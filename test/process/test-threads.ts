import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type TaskOptions, Threads } from '../../src/platform/threads/threads.service.js';

const RUNNER = new URL('../../dist/src/platform/threads/assignment.js', import.meta.url);

/** Shared memory between a test and its tasks. `GATE` describes the elements of this memory. */
type Gate = Int32Array<SharedArrayBuffer>;
/**
 * Indexes of the elements of a gate. `starts` counts the tasks that have begun. `open` is 1 as soon as these tasks may
 * end.
 */
export const GATE = { starts: 0, open: 1 } as const;

export interface Tasks {
  readonly plus: (n: number) => number;
  /** Uses `ms` of processor time. */
  readonly work: (ms: number) => number;
  /** Adds 1 to `starts`, and then uses 3 s of processor time. */
  readonly counted: (starts: Int32Array<SharedArrayBuffer>) => number;
  /** Waits for `ms` and does nothing. */
  readonly idle: (ms: number) => number;
  /** Does nothing until the gate opens. */
  readonly held: (gate: Gate) => number;
  /** Works until the gate opens. */
  readonly busy: (gate: Gate) => number;
  /** Ends immediately. The thread opens the gate later, by a timer. */
  readonly openLater: (gate: Gate) => number;
  readonly endless: (n: number) => number;
  readonly broken: (n: number) => number;
  readonly environment: (n: number) => string[];
  readonly niceness: (n: number) => number;
  readonly bytes: (n: number) => { readonly small: Uint8Array; readonly large: Uint8Array };
}

const TASKS = `
  plus: (n) => n + 1,
  work: (ms) => {
    const end = own() + ms;
    while (own() < end) for (let i = 0; i < 1e5; i += 1);
    return ms;
  },
  counted: (starts) => {
    Atomics.add(starts, 0, 1);
    const end = own() + 3_000;
    while (own() < end) for (let i = 0; i < 1e5; i += 1);
    return 0;
  },
  idle: (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); return ms; },
  held: (gate) => {
    Atomics.add(gate, ${GATE.starts}, 1);
    Atomics.wait(gate, ${GATE.open}, 0);
    return 0;
  },
  busy: (gate) => {
    Atomics.add(gate, ${GATE.starts}, 1);
    while (Atomics.load(gate, ${GATE.open}) === 0);
    return 0;
  },
  openLater: (gate) => {
    setTimeout(() => Atomics.store(gate, ${GATE.open}, 1), 100);
    return 0;
  },
  endless: () => { for (;;); },
  broken: () => { throw new Error('no'); },
  environment: () => Object.keys(process.env),
  niceness: () => getPriority(),
  bytes: () => ({ small: Buffer.from('abc'), large: Buffer.alloc(100_000, 7) }),
`;

export const newGate = (): Gate => new Int32Array(new SharedArrayBuffer(8));

export function openGate(gate: Gate): void {
  Atomics.store(gate, GATE.open, 1);
  Atomics.notify(gate, GATE.open);
}

/** Returns a function that starts threads for a test of the calling file. The threads end after the test. */
export function threadStarter() {
  let directory: string;
  let open: Threads<Tasks>[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'imprimatur-threads-'));
  });
  afterAll(() => rm(directory, { recursive: true }));
  afterEach(async () => {
    await Promise.all(open.map((threads) => threads.onApplicationShutdown()));
    open = [];
  });

  /** Starts threads whose program begins with this code. */
  return async (
    beginning: string,
    { startTimeoutMs = 30_000, niceness = 0 } = {},
  ): Promise<Threads<Tasks>> => {
    const path = join(directory, `${Math.random()}.worker.mjs`);
    const program = `
    import { getPriority } from 'node:os';
    import { taskRunner } from '${RUNNER.href}';
    import { ownThreadId, processorMs } from '${new URL('thread-time.js', RUNNER).href}';
    const own = () => processorMs(ownThreadId()) ?? performance.now();
    ${beginning}
    export default taskRunner({ ${TASKS} });`;
    await writeFile(path, program);
    const threads = new Threads<Tasks>(pathToFileURL(path), {
      quickThreads: 2,
      niceness,
      startTimeoutMs,
    });
    open.push(threads);
    return threads;
  };
}

export const of = (account: string, options: Partial<TaskOptions> = {}): TaskOptions => ({
  account,
  limitMs: 20_000,
  ...options,
});

/** Waits until all threads run, so that no test measures their start. */
export async function warm(threads: Threads<Tasks>): Promise<Threads<Tasks>> {
  await Promise.all(['w1', 'w2', 'w3'].map((account) => threads.run('idle', 50, of(account))));
  return threads;
}
