import { setTimeout as sleep } from 'node:timers/promises';

export interface PollWork {
  /** Does what there is to do; returns after how many ms to look again, unless the loop is woken. */
  work(signal: AbortSignal): Promise<number>;
  onError(error: unknown): void;
  readonly retryMs: number;
}

/** Does one kind of work again and again, one at a time, until it is stopped. */
export class PollLoop {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private isWoken = false;
  private pause = new AbortController();

  constructor(private readonly options: PollWork) {}

  start(): void {
    this.running = this.run();
  }

  /** Ends the present pause; while the work is under way, skips the next one. */
  wake(): void {
    this.isWoken = true;
    this.pause.abort();
  }

  /** Aborts the signal of the work, begins no other and resolves when the one in hand is done. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.pause.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      this.isWoken = false;
      const pauseMs = await this.workOnce(signal);
      if (this.isWoken || signal.aborted) continue;
      this.pause = new AbortController();
      await sleep(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }

  private async workOnce(signal: AbortSignal): Promise<number> {
    try {
      return await this.options.work(signal);
    } catch (error) {
      this.options.onError(error);
      return this.options.retryMs;
    }
  }
}
