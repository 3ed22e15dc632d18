import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type Assignment, BEGUN, type Niceness, type Outcome } from './assignment.js';
import { TaskError } from './task-error.js';
import { estimatedMs, processorMs } from './thread-time.js';

const MEMORY_MB = 112;
/** Size in MB of V8's memory for new objects in each thread. The default of 48 MB makes no task faster. */
const YOUNG_MEMORY_MB = 8;
/**
 * If starting a thread takes longer than this, the start counts as hung. Starting a thread takes half a second of
 * processor time.
 */
const START_TIMEOUT_MS = 20_000;
/** Shortest time between two checks of a thread's processor time. */
const MIN_LOOK_MS = 20;
/** At least this part of the elapsed time counts as processor time, so that a blocked thread also reaches its limit. */
const MIN_SHARE = 1 / 100;

/** Failures of thread starts, for health checks and metrics. */
export interface ThreadStarts {
  /** Number of starts that failed or took too long. A start for which several tasks waited counts once. */
  readonly failures: number;
  /** Whether the last start failed or took too long. */
  readonly failing: boolean;
}

/** Limits of a task's processor time, in ms. */
export interface TaskLimits {
  readonly limitMs: number;
  /** A task that takes this much processor time counts as slow. */
  readonly slowMs: number;
  readonly onSlow: () => void;
}

/** Runs tasks in up to `maxThreads` threads of one program. The caller must not run more tasks than `maxThreads`. */
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
   * Runs a task, and returns its result and its processor time. After an error other than a TaskError, the task can be
   * tried again.
   * @param stop when this controller is aborted, the task and its thread end
   * @throws TaskError if the task is at fault; the reason of `stop` if `stop` was aborted
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

  /** Closes a pool whose threads do not start, because tasks would wait for ever. The next task opens another pool. */
  private giveUp(threads: Piscina<Assignment, Outcome>): void {
    // All tasks that waited for these threads report the same failure, which counts only once.
    if (this.threads !== threads) return;
    this.threads = undefined;
    this.failures += 1;
    this.failing = true;
    void threads.destroy();
  }

  /** Returns the pool. The first task opens the pool, because many processes never have a task. */
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
      // With this option, an idle thread keeps its event loop running. V8 needs a timer of that loop to free memory.
      atomics: 'async',
      // The environment is empty, so that a document that took control of a thread would find no secret.
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

/**
 * Checks the processor time of a thread. Each check comes at the earliest time at which the thread can have reached the
 * next limit, so most tasks end before the first check.
 */
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
