import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { RenderFault } from './render-fault.js';
import type { Outcome, Task } from './render.worker.js';
import type { RenderedDocument } from './rendered-document.js';
import { TimeLimit } from './time-limit.js';
import { Turnstile } from './turnstile.js';

/** Two at least, so that a document that hangs never holds up all others. */
const THREADS = Math.min(Math.max(availableParallelism(), 2), 4);

/** Renders documents in threads of their own, so that none can stall the process (CONTRACT 9). */
export class RenderingService implements OnApplicationShutdown {
  /** Stands before the pool, which does not replace a thread that ended while others still run. */
  readonly #turns = new Turnstile(THREADS);
  #threads: Piscina<Task, Outcome> | undefined;
  #closed = false;

  /** @param timeLimit of one rendering, in milliseconds; waiting for a thread does not count */
  constructor(private readonly timeLimit = 10_000) {}

  /**
   * Renders the Markdown of one revision.
   * @throws RenderFault if the document cannot be rendered (`render_failed`; it ran out of stack or
   *   memory, too) or not in time (`render_timeout`). Any other error says nothing of the document.
   */
  async render(markdown: string): Promise<RenderedDocument> {
    return this.#turns.pass(() => this.#renderNow(markdown));
  }

  /** Ends what still runs: whoever asks for renderings has drained before (CONTRACT 12). */
  async onApplicationShutdown(): Promise<void> {
    this.#closed = true;
    await this.#threads?.destroy();
  }

  async #renderNow(markdown: string): Promise<RenderedDocument> {
    const limit = new TimeLimit(this.timeLimit);
    const { begins, signal } = limit;
    try {
      const task = { markdown, begins };
      const outcome = await this.#pool().run(task, { signal, transferList: [begins] });
      if ('document' in outcome) return outcome.document;
      throw new RenderFault('render_failed', { cause: outcome.reason });
    } catch (cause) {
      if (signal.aborted) throw new RenderFault('render_timeout', { cause });
      if (isOutOfMemory(cause)) throw new RenderFault('render_failed', { cause });
      throw cause;
    } finally {
      limit.stop();
    }
  }

  /** Started by the first document, since many a process never renders one. */
  #pool(): Piscina<Task, Outcome> {
    if (this.#closed) throw new Error('The rendering threads are closed.');
    return (this.#threads ??= this.#open());
  }

  #open(): Piscina<Task, Outcome> {
    const threads = new Piscina<Task, Outcome>({
      filename: fileURLToPath(new URL('./render.worker.js', import.meta.url)),
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: 60_000,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // A thread could not start. The pool would let documents wait for it; the next one opens anew.
    threads.on('error', () => {
      if (this.#threads === threads) this.#threads = undefined;
      void threads.destroy();
    });
    return threads;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
