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
  readonly refusal?: () => Error;
}

interface Queue {
  running: number;
  /** Time that the tasks of the key have taken, in ms. A key that begins counts as if it had been there before. */
  taken: number;
  /**
   * Functions that start the waiting tasks, oldest first. They are in an array, because a `Set` frees the memory of
   * removed functions late.
   */
  readonly waiting: (() => void)[];
}

/**
 * Lets a limited number of tasks run at the same time. The other tasks wait in one queue per key. The next task is one of
 * the key with the fewest running tasks; of several such keys, of that whose tasks have taken the least time. So a key
 * with many or long tasks delays the others by one of them (start-time fair queuing).
 */
export class Semaphore {
  private readonly queues = new Map<string, Queue>();
  /** The most time that a key had taken when a task of it started. */
  private time = 0;
  private runningTasks = 0;
  private waitingTasks = 0;

  constructor(private readonly options: SemaphoreOptions) {}

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
    const queue = this.queues.get(key) ?? { running: 0, taken: this.time, waiting: [] };
    this.queues.set(key, queue);
    if (this.canRun(queue)) this.start(queue);
    else await this.turn(key, queue, timeoutMs);
    const begun = performance.now();
    try {
      return await task();
    } finally {
      queue.taken += performance.now() - begun;
      this.end(key, queue);
    }
  }

  private canRun({ running }: Queue): boolean {
    const { max, maxPerKey = max } = this.options;
    return this.runningTasks < max && running < maxPerKey;
  }

  private start(queue: Queue): void {
    this.time = Math.max(this.time, queue.taken);
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
    if (queue.waiting.length >= maxWaiting || timeoutMs <= 0) {
      this.forgetIdle(key, queue);
      return Promise.reject(this.refusal());
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        this.waitingTasks -= 1;
      };
      const start = (): void => {
        leave();
        this.start(queue);
        resolve();
      };
      const timer = Number.isFinite(timeoutMs)
        ? setTimeout(() => {
            leave();
            this.forgetIdle(key, queue);
            reject(this.refusal());
          }, timeoutMs)
        : undefined;
      queue.waiting.push(start);
      this.waitingTasks += 1;
    });
  }

  private next(): void {
    let chosen: Queue | undefined;
    for (const queue of this.queues.values()) {
      if (queue.waiting.length === 0 || !this.canRun(queue)) continue;
      const order = chosen ? queue.running - chosen.running || queue.taken - chosen.taken : -1;
      if (order < 0) chosen = queue;
    }
    chosen?.waiting[0]!();
  }

  private refusal(): Error {
    return this.options.refusal?.() ?? new Error('Too many tasks wait.');
  }
}
