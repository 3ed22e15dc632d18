import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Outcome } from './outcome.js';

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

/** Threads that do one kind of task, so that none can stall the process (CONTRACT 9). */
export class ThreadPool<Input, Output> {
  /** Queueing stands before the pool, because waiting must not count as working. */
  private readonly semaphore = new Semaphore({ max: THREADS });
  private threads: Piscina<Input, Outcome<Output>> | undefined;
  private closed = false;

  /**
   * @param file the module whose default export is the task
   * @param timeLimit of one task, in milliseconds; starting a thread for it included
   */
  constructor(
    private readonly file: URL,
    private readonly timeLimit: number,
  ) {}

  /** @throws ThreadFault; any other error says nothing of the input and may pass */
  run(input: Input): Promise<Output> {
    return this.semaphore.run(() => this.runNow(input));
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    this.closed = true;
    await this.threads?.destroy();
  }

  private async runNow(input: Input): Promise<Output> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.timeLimit);
    try {
      const outcome = await this.pool().run(input, { signal: limit.signal });
      if ('value' in outcome) return outcome.value;
      throw new ThreadFault('failed', { cause: outcome.reason });
    } catch (cause) {
      if (limit.signal.aborted) throw new ThreadFault('timeout', { cause });
      if (isOutOfMemory(cause)) throw new ThreadFault('failed', { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Started by the first task, since many a process never has one. */
  private pool(): Piscina<Input, Outcome<Output>> {
    if (this.closed) throw new Error('The threads are closed.');
    return (this.threads ??= this.open());
  }

  private open(): Piscina<Input, Outcome<Output>> {
    const threads = new Piscina<Input, Outcome<Output>>({
      filename: fileURLToPath(this.file),
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: 60_000,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // A thread could not start. The pool would let tasks wait for it; the next one opens anew.
    threads.on('error', () => {
      if (this.threads === threads) this.threads = undefined;
      void threads.destroy();
    });
    return threads;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
