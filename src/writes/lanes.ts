/**
 * Queues by name. In each, at most `width` run at once; who waits longer than `patienceMs` gives up.
 * Keeps the losers of a race, and one busy account, away from the database's connections.
 */
export class Lanes {
  private readonly lanes = new Map<string, { running: number; waiting: Set<() => void> }>();

  constructor(
    private readonly width: number,
    private readonly patienceMs: number,
    private readonly gaveUp: () => Error,
  ) {}

  /** Runs `work` when its turn in the lane comes. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    await this.enter(name);
    try {
      return await work();
    } finally {
      this.leave(name);
    }
  }

  private enter(name: string): Promise<void> {
    const lane = this.lanes.get(name) ?? { running: 0, waiting: new Set() };
    this.lanes.set(name, lane);
    if (lane.running < this.width) {
      lane.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(start);
        reject(this.gaveUp());
      }, this.patienceMs);
      lane.waiting.add(start);
    });
  }

  /** Hands the place to the next in line, or gives it up. */
  private leave(name: string): void {
    const lane = this.lanes.get(name)!;
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      next();
    } else {
      lane.running -= 1;
      if (lane.running === 0) this.lanes.delete(name);
    }
  }
}
