export interface PollWork {
  /** Does all work that is due. Returns the pause before the next call in ms; `wake()` ends the pause early. */
  work(signal: AbortSignal): Promise<number>;
  onError(error: unknown): void;
  readonly retryMs: number;
}

/** Calls `work` repeatedly until `stop()`; the calls never overlap. */
export class PollLoop {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private isWoken = false;
  private endPause = (): void => undefined;

  constructor(private readonly options: PollWork) {}

  start(): void {
    this.running = this.run();
  }

  /** Ends the current pause. If `work` is running, the next call follows it without a pause. */
  wake(): void {
    this.isWoken = true;
    this.endPause();
  }

  /** Aborts the signal of the running `work`, and waits until that call has ended. No further call follows. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.endPause();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      this.isWoken = false;
      const pauseMs = await this.workOnce(signal);
      if (this.isWoken || signal.aborted) continue;
      await this.paused(pauseMs);
    }
  }

  private paused(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
