import { availableParallelism } from 'node:os';
import type { OnApplicationShutdown } from '@nestjs/common';
import { RenderFault } from './render-fault.js';
import { RenderProcess } from './render-process.js';
import type { RenderedDocument } from './rendered-document.js';
import { Semaphore } from '../platform/concurrency/semaphore.js';

/** Two at least, so that a document that hangs never holds up all others. */
const PROCESSES = Math.min(Math.max(availableParallelism(), 2), 4);

/** Renders documents in processes of their own, so that none can stall the service (CONTRACT 9). */
export class RenderingService implements OnApplicationShutdown {
  readonly #turns = new Semaphore({ max: PROCESSES });
  readonly #busy = new Set<RenderProcess>();
  /** Started when first needed, and kept warm from then on. */
  readonly #idle: RenderProcess[] = [];
  #closed = false;

  /** @param timeLimit of one rendering, in milliseconds; waiting for a process does not count */
  constructor(private readonly timeLimit = 10_000) {}

  /**
   * Renders the Markdown of one revision.
   * @throws RenderFault if the document cannot be rendered (`render_failed`; it ran out of stack or
   *   memory, too) or not in time (`render_timeout`). Any other error says nothing of the document.
   */
  async render(markdown: string): Promise<RenderedDocument> {
    return this.#turns.run(() => this.#renderNow(markdown));
  }

  /** Ends what still runs: whoever asks for renderings has drained before (CONTRACT 12). */
  async onApplicationShutdown(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#idle, ...this.#busy].map((process) => process.end()));
  }

  async #renderNow(markdown: string): Promise<RenderedDocument> {
    const process = this.#freeProcess();
    this.#busy.add(process);
    try {
      const outcome = await process.render(markdown, this.timeLimit);
      this.#idle.push(process);
      if ('document' in outcome) return outcome.document;
      throw new RenderFault('render_failed', { cause: outcome.reason });
    } finally {
      this.#busy.delete(process);
    }
  }

  #freeProcess(): RenderProcess {
    if (this.#closed) throw new Error('The rendering processes are closed.');
    for (;;) {
      const process = this.#idle.pop() ?? new RenderProcess();
      if (!process.hasEnded) return process;
    }
  }
}
