/**
 * Queues by key: of each, at most `concurrency` tasks run at once. Keeps requests that must wait for
 * each other anyway, and one busy account, away from the database's connections.
 */
export class KeyedQueue {
  private readonly queues = new Map<string, { running: number; waiting: Set<() => void> }>();

  constructor(
    private readonly concurrency: number,
    private readonly timedOut: () => Error,
  ) {}

  /** Runs `task` when its turn comes; gives up, with `timedOut()`, when that takes `timeoutMs`. */
  async run<T>(key: string, timeoutMs: number, task: () => Promise<T>): Promise<T> {
    await this.enter(key, timeoutMs);
    try {
      return await task();
    } finally {
      this.leave(key);
    }
  }

  private enter(key: string, timeoutMs: number): Promise<void> {
    const queue = this.queues.get(key) ?? { running: 0, waiting: new Set() };
    this.queues.set(key, queue);
    if (queue.running < this.concurrency) {
      queue.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.delete(start);
        reject(this.timedOut());
      }, timeoutMs);
      queue.waiting.add(start);
    });
  }

  /** Hands the place to the next in line, or gives it up. */
  private leave(key: string): void {
    const queue = this.queues.get(key)!;
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
    } else {
      queue.running -= 1;
      if (queue.running === 0) this.queues.delete(key);
    }
  }
}
