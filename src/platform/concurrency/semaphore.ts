/** The limits of a semaphore. An optional limit that is absent does not apply. */
export interface SemaphoreOptions {
  /** Maximum number of tasks that run at the same time, of all keys together. */
  readonly max: number;
  /** Maximum number of tasks of one key that run at the same time. */
  readonly maxPerKey?: number;
  /** Maximum number of waiting tasks of one key. Further tasks of the key are refused immediately. */
  readonly maxWaiting?: number;
  /** Time in ms after which a waiting task is refused. A call of `run` may set another time. */
  readonly timeoutMs?: number;
  /** Makes the error of a refused task. */
  readonly refusal?: () => Error;
}

interface Queue {
  running: number;
  /**
   * Functions that start the waiting tasks, oldest first. They are in an array, because a `Set` frees the memory of
   * removed functions late.
   */
  readonly waiting: (() => void)[];
}

/**
 * Lets a limited number of tasks run at the same time. The other tasks wait in one queue per key, and the keys take
 * turns. If a key may run another task, at most one waiting task of each other key starts before the first waiting task
 * of this key. The lengths of the other queues do not matter.
 */
export class Semaphore {
  private readonly queues = new Map<string, Queue>();
  /** The keys with waiting tasks; the key whose turn is next comes first. */
  private readonly turns = new Set<string>();
  private runningTasks = 0;
  private waitingTasks = 0;

  constructor(private readonly options: SemaphoreOptions) {}

  get running(): number {
    return this.runningTasks;
  }

  get waiting(): number {
    return this.waitingTasks;
  }

  /**
   * Runs `task` when its turn has come.
   * @param timeoutMs longest wait for the turn, in ms. With 0 or less, a task that cannot start immediately is refused.
   * @throws the error that `refusal` makes, or an error of `task`
   */
  async run<T>(
    task: () => Promise<T>,
    key = '',
    timeoutMs = this.options.timeoutMs ?? Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    if (this.canRun(queue)) this.start(key, queue);
    else await this.turn(key, queue, timeoutMs);
    try {
      return await task();
    } finally {
      this.end(key, queue);
    }
  }

  private canRun({ running }: Queue): boolean {
    const { max, maxPerKey = max } = this.options;
    return this.runningTasks < max && running < maxPerKey;
  }

  private start(key: string, queue: Queue): void {
    this.queues.set(key, queue);
    this.runningTasks += 1;
    queue.running += 1;
  }

  private end(key: string, queue: Queue): void {
    this.runningTasks -= 1;
    queue.running -= 1;
    this.forgetIdle(key, queue);
    this.next();
  }

  private forgetIdle(key: string, { running, waiting }: Queue): void {
    if (running === 0 && waiting.length === 0) this.queues.delete(key);
  }

  private turn(key: string, queue: Queue, timeoutMs: number): Promise<void> {
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.options;
    if (queue.waiting.length >= maxWaiting || timeoutMs <= 0) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        this.waitingTasks -= 1;
      };
      const start = (): void => {
        leave();
        this.start(key, queue);
        resolve();
      };
      const timer = Number.isFinite(timeoutMs)
        ? setTimeout(() => {
            leave();
            if (queue.waiting.length === 0) this.turns.delete(key);
            this.forgetIdle(key, queue);
            reject(this.refusal());
          }, timeoutMs)
        : undefined;
      this.queues.set(key, queue);
      queue.waiting.push(start);
      this.waitingTasks += 1;
      this.turns.add(key);
    });
  }

  /** Starts the first waiting task of the first key that may run another task. Moves this key to the end of `turns`. */
  private next(): void {
    for (const key of this.turns) {
      const queue = this.queues.get(key)!;
      if (!this.canRun(queue)) continue;
      const [start] = queue.waiting;
      start!();
      this.turns.delete(key);
      if (queue.waiting.length > 0) this.turns.add(key);
      return;
    }
  }

  private refusal(): Error {
    return this.options.refusal?.() ?? new Error('Too many tasks wait.');
  }
}
