import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { RenderFault } from './render-fault.js';
import type { Outcome } from './render.worker.js';
import type { RenderedDocument } from './rendered-document.js';
import { Turnstile } from './turnstile.js';

/** Two at least, so that a document that hangs never holds up all others. */
const THREADS = Math.min(Math.max(availableParallelism(), 2), 4);

/** Renders documents in threads of their own, so that none can stall the process (CONTRACT 9). */
export class RenderingService implements OnApplicationShutdown {
  /** Queueing stands before the pool, because waiting must not count as rendering. */
  readonly #turns = new Turnstile(THREADS);
  #threads: Piscina<string, Outcome> | undefined;
  #closed = false;

  /** @param timeLimit of one rendering, in milliseconds; starting a thread for it included */
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
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.timeLimit);
    try {
      const outcome = await this.#pool().run(markdown, { signal: limit.signal });
      if ('document' in outcome) return outcome.document;
      throw new RenderFault('render_failed', { cause: outcome.reason });
    } catch (cause) {
      if (limit.signal.aborted) throw new RenderFault('render_timeout', { cause });
      if (isOutOfMemory(cause)) throw new RenderFault('render_failed', { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Started by the first document, since many a process never renders one. */
  #pool(): Piscina<string, Outcome> {
    if (this.#closed) throw new Error('The rendering threads are closed.');
    return (this.#threads ??= this.#open());
  }

  #open(): Piscina<string, Outcome> {
    const threads = new Piscina<string, Outcome>({
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
