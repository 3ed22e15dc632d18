import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * Ends a rendering that takes too long. It counts from when a thread begins with the document: that
 * it had to wait for a thread is not the document's fault.
 */
export class TimeLimit {
  readonly #end = new AbortController();
  readonly #channel = new MessageChannel();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#channel.port1.once('message', () => {
      this.#timer = setTimeout(() => this.#end.abort(), milliseconds);
    });
  }

  /** For the thread: any message on it says that it begins. */
  get begins(): MessagePort {
    return this.#channel.port2;
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#channel.port1.close();
  }
}
