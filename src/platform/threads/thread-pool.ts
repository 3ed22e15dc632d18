import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Semaphore, type SemaphoreOptions } from '../concurrency/semaphore.js';
import type { Assignment, Outcome } from './outcome.js';

/** The task itself is at fault, so trying it again would end the same way. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';

  constructor(
    /** It threw or ran out of memory, or it was not done in time. */
    readonly kind: 'failed' | 'timeout',
    options?: ErrorOptions,
  ) {
    super(kind === 'timeout' ? 'The task ran out of time.' : 'The task failed.', options);
  }
}

/** Two at least, so that a document that hangs never holds up all others. */
const THREADS = Math.min(Math.max(availableParallelism(), 2), 4);
const MEMORY_MB = 256;
/** A larger one makes no task faster: V8 would take 48 MB of each thread for what is thrown away at once. */
const YOUNG_MEMORY_MB = 8;
/** A thread loads its program in a second; one that takes longer hangs, or the machine does. */
const START_TIMEOUT_MS = 10_000;

/** How tasks of one kind wait for a thread. */
export interface ThreadPoolOptions extends Omit<SemaphoreOptions, 'max'> {
  /** How long a thread may take to start. */
  readonly startTimeoutMs?: number;
  /** Whether the wait for a turn is part of the time limit, since somebody waits for the answer. */
  readonly waitCounts?: boolean;
  /** What a task that is itself at fault rejects with, if not with the fault. */
  readonly toError?: (fault: ThreadFault) => Error;
}

/** How the threads of one kind start, for whoever watches the process. */
export interface ThreadStarts {
  /** Of the file that they run, such as `search-words`. */
  readonly name: string;
  /** Starts that failed or took too long, so far; one for all that waited for the same start. */
  readonly failures: number;
  /** The last one did. */
  readonly failing: boolean;
}

const pools = new Set<ThreadPool<never, unknown>>();

/** The threads of this process, by what they do. */
export const threadStarts = (): ThreadStarts[] => [...pools].map(({ starts }) => starts);

/** Threads that do one kind of task, so that none can stall the process (contract 9). */
export class ThreadPool<Input, Output> {
  /** Queueing stands before the pool, because waiting must not count as working. */
  private readonly semaphore: Semaphore;
  private readonly startTimeoutMs: number;
  private readonly waitCounts: boolean;
  private readonly toError: (fault: ThreadFault) => Error;
  private threads: Piscina<Assignment<Input>, Outcome<Output>> | undefined;
  private closed = false;
  private failures = 0;
  private failing = false;

  /**
   * @param file the module whose default export is the task
   * @param timeLimit of one task, in milliseconds; starting a thread for it does not count
   */
  constructor(
    private readonly file: URL,
    private readonly timeLimit: number,
    {
      startTimeoutMs = START_TIMEOUT_MS,
      waitCounts = false,
      toError = (fault) => fault,
      ...bounds
    }: ThreadPoolOptions = {},
  ) {
    this.startTimeoutMs = startTimeoutMs;
    this.waitCounts = waitCounts;
    this.toError = toError;
    this.semaphore = new Semaphore({ max: THREADS, ...bounds });
    pools.add(this);
  }

  get starts(): ThreadStarts {
    const name = basename(fileURLToPath(this.file)).split('.', 1)[0]!;
    return { name, failures: this.failures, failing: this.failing };
  }

  /**
   * @param key whose task it is: keys take turns
   * @throws the refusal of its options; ThreadFault, or what they make of it; any other error says nothing of the
   *   input and may pass
   */
  run(input: Input, key?: string): Promise<Output> {
    const asked = performance.now();
    const left = (): number =>
      this.waitCounts ? this.timeLimit - (performance.now() - asked) : this.timeLimit;
    const run = this.semaphore.run(() => this.runNow(input, left()), key);
    return run.catch((error: unknown) => {
      throw error instanceof ThreadFault ? this.toError(error) : error;
    });
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    this.closed = true;
    pools.delete(this);
    await this.threads?.destroy();
  }

  private async runNow(input: Input, timeLimit: number): Promise<Output> {
    const threads = this.pool();
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const limit = new AbortController();
    const abort = (): void => limit.abort();
    let timer: NodeJS.Timeout | undefined = setTimeout(abort, this.startTimeoutMs);
    const start = Atomics.waitAsync(begun, 0, 0, this.startTimeoutMs);
    const onStart = async (): Promise<void> => {
      await start.value;
      if (!timer || Atomics.load(begun, 0) === 0) return;
      this.failing = false;
      clearTimeout(timer);
      timer = setTimeout(abort, timeLimit);
    };
    void onStart();
    try {
      const outcome = await threads.run({ input, begun }, { signal: limit.signal });
      if ('value' in outcome) return outcome.value;
      throw new ThreadFault('failed', { cause: outcome.reason });
    } catch (cause) {
      if (Atomics.load(begun, 0) === 0) {
        if (!this.closed) this.giveUp(threads);
        throw new Error('No thread could be started for the task.', { cause });
      }
      if (limit.signal.aborted) throw new ThreadFault('timeout', { cause });
      if (isOutOfMemory(cause)) throw new ThreadFault('failed', { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
      timer = undefined;
    }
  }

  /** Its threads do not start: it would let tasks wait for them. The next task opens a pool anew. */
  private giveUp(threads: Piscina<Assignment<Input>, Outcome<Output>>): void {
    // Each task that waited for them, and they themselves, tell of the same failure.
    if (this.threads !== threads) return;
    this.threads = undefined;
    this.failures += 1;
    this.failing = true;
    void threads.destroy();
  }

  /** Started by the first task, since many a process never has one. */
  private pool(): Piscina<Assignment<Input>, Outcome<Output>> {
    if (this.closed) throw new Error('The threads are closed.');
    return (this.threads ??= this.open());
  }

  private open(): Piscina<Assignment<Input>, Outcome<Output>> {
    const threads = new Piscina<Assignment<Input>, Outcome<Output>>({
      filename: fileURLToPath(this.file),
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: 60_000,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
      },
    });
    threads.on('error', () => this.giveUp(threads));
    return threads;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
