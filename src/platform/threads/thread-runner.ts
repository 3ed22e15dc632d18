import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type Assignment, BEGUN, type Niceness, type Outcome } from './assignment.js';
import { TaskError } from './task-error.js';
import { estimatedMs, processorMs } from './thread-time.js';

const MEMORY_MB = 256;
/** A larger one makes no task faster: V8 would take 48 MB of each thread for what is thrown away at once. */
const YOUNG_MEMORY_MB = 8;
/** Starting a thread takes about a second of processor time; after this it counts as hung. */
const START_TIMEOUT_MS = 20_000;
/** Between two looks at the processor time of a thread. */
const MIN_LOOK_MS = 20;
/** A thread counts as having worked for this part of the time at least, so that one that is stuck ends. */
const MIN_SHARE = 1 / 100;

/** Starts of threads, for health checks. */
export interface ThreadStarts {
  /** Starts that failed or took too long, so far; one for all tasks that waited for the same start. */
  readonly failures: number;
  /** The last one did. */
  readonly failing: boolean;
}

/** How long a task may work, in ms of processor time. */
export interface TaskLimits {
  readonly limitMs: number;
  /** A task that takes longer counts as slow. */
  readonly slowMs: number;
  readonly onSlow: () => void;
}

/** Runs tasks in threads of one program, as many at once as there are threads; the caller limits them. */
export class ThreadRunner {
  private readonly filename: string;
  private threads: Piscina<Assignment, Outcome> | undefined;
  private closed = false;
  private failures = 0;
  private failing = false;

  /** @param program module whose default export is a `taskRunner` */
  constructor(
    program: URL,
    private readonly maxThreads: number,
    private readonly niceness: Niceness,
    private readonly startTimeoutMs = START_TIMEOUT_MS,
  ) {
    this.filename = fileURLToPath(program);
  }

  get starts(): ThreadStarts {
    return { failures: this.failures, failing: this.failing };
  }

  /**
   * Runs a task, and returns the processor time that it took. Other errors than these may pass on a retry.
   * @param stop ends the task and its thread; the rejection is then its reason
   * @throws TaskError; the reason of `stop`
   */
  async run(
    task: Pick<Assignment, 'kind' | 'input'>,
    limits: TaskLimits,
    stop: AbortController,
  ): Promise<{ readonly value: unknown; readonly spentMs: number }> {
    const threads = this.pool();
    const begun = new Int32Array(new SharedArrayBuffer(BEGUN.places * 4));
    const hasBegun = (): boolean => Atomics.load(begun, BEGUN.flag) === 1;
    const startTimer = setTimeout(
      () => hasBegun() || stop.abort(new Error('A thread did not start in time.')),
      this.startTimeoutMs,
    );
    const start = Atomics.waitAsync(begun, BEGUN.flag, 0, this.startTimeoutMs);
    let watch: Watch | undefined;
    let ended = false;
    const onStart = async (): Promise<void> => {
      await start.value;
      if (ended || !hasBegun()) return;
      this.failing = false;
      watch = new Watch(begun, limits, stop);
    };
    void onStart();
    const asked = performance.now();
    try {
      const { kind, input } = task;
      const outcome = await threads.run({ kind, input, begun }, { signal: stop.signal });
      if ('reason' in outcome) throw new TaskError('failed', { cause: outcome.reason });
      const { value, spentMs = estimatedMs(performance.now() - asked) } = outcome;
      return { value, spentMs };
    } catch (cause) {
      if (!hasBegun() && !this.closed) this.giveUp(threads);
      if (stop.signal.aborted) throw stop.signal.reason;
      if (!hasBegun()) throw new Error('No thread could be started for the task.', { cause });
      if (isOutOfMemory(cause)) throw new TaskError('failed', { cause });
      throw cause;
    } finally {
      ended = true;
      clearTimeout(startTimer);
      watch?.end();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.threads?.destroy();
  }

  /** Its threads do not start: it would let tasks wait for them. The next task opens a pool anew. */
  private giveUp(threads: Piscina<Assignment, Outcome>): void {
    // All tasks that waited for these threads report the same failure: count it once.
    if (this.threads !== threads) return;
    this.threads = undefined;
    this.failures += 1;
    this.failing = true;
    void threads.destroy();
  }

  /** Opened by the first task, since many a process never has one. */
  private pool(): Piscina<Assignment, Outcome> {
    if (this.closed) throw new Error('The threads are closed.');
    return (this.threads ??= this.open());
  }

  private open(): Piscina<Assignment, Outcome> {
    const threads = new Piscina<Assignment, Outcome>({
      filename: this.filename,
      minThreads: 1,
      maxThreads: this.maxThreads,
      idleTimeout: 60_000,
      recordTiming: false,
      // A thread that waits without its event loop never gives memory back: V8 collects what is idle by a timer.
      atomics: 'async',
      // Threads get no secret: a document that hijacked one would find none.
      env: {},
      workerData: this.niceness,
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

/** Checks the processor time of a thread when it can have reached its limit, so most tasks end before a check. */
class Watch {
  private readonly since = performance.now();
  private isSlow = false;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly begun: Int32Array<SharedArrayBuffer>,
    private readonly limits: TaskLimits,
    private readonly stop: AbortController,
  ) {
    this.timer = this.lookIn(Math.min(limits.slowMs, limits.limitMs));
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.look(), Math.max(ms, MIN_LOOK_MS));
  }

  private look(): void {
    const { limitMs, slowMs, onSlow } = this.limits;
    const spent = this.spentMs();
    if (spent >= limitMs) {
      this.stop.abort(new TaskError('limit'));
      return;
    }
    this.timer = this.lookIn((spent < slowMs ? Math.min(slowMs, limitMs) : limitMs) - spent);
    if (this.isSlow || spent < slowMs) return;
    this.isSlow = true;
    onSlow();
  }

  private spentMs(): number {
    const elapsed = performance.now() - this.since;
    const now = processorMs(this.begun[BEGUN.threadId]!);
    const spent = now === undefined ? estimatedMs(elapsed) : now - this.begun[BEGUN.processorMs]!;
    return Math.max(spent, elapsed * MIN_SHARE);
  }
}
