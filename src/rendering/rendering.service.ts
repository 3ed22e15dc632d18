import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { ThreadPool } from '../platform/threads/thread-pool.js';
import { RenderFault } from './render-fault.js';
import type { RenderingTask } from './render.worker.js';
import type { DocumentToRender, RenderedDocument } from './rendered-document.js';

/** No document needs 5 s; the start of a thread does not count. */
const TIMEOUT_MS = 10_000;

/** Renders documents in threads, so that none can stall or end the service (contract 9, ADR 16). */
@Injectable()
export class RenderingService implements OnApplicationShutdown {
  private readonly threads: ThreadPool<RenderingTask, RenderedDocument>;
  /** Whose pictures are shown (contract 9). */
  readonly imageOrigins: readonly string[];

  /** @param timeoutMs of one rendering; waiting for a thread, and its start, do not count */
  constructor({ publicBaseUrl, imageOrigins }: Config, @Optional() timeoutMs: number = TIMEOUT_MS) {
    this.threads = new ThreadPool(new URL('./render.worker.js', import.meta.url), timeoutMs, {
      toError: (cause) =>
        new RenderFault(cause.kind === 'timeout' ? 'render_timeout' : 'render_failed', { cause }),
    });
    this.imageOrigins = [publicBaseUrl, ...imageOrigins];
  }

  /**
   * Renders one revision.
   * @throws RenderFault if the document cannot be rendered (`render_failed`; it ran out of stack or
   *   memory, too) or not in time (`render_timeout`). Any other error says nothing of the document.
   */
  render({ title, markdown }: DocumentToRender): Promise<RenderedDocument> {
    return this.threads.run({ title, markdown, imageOrigins: this.imageOrigins });
  }

  /** Ends what still runs: whoever asks for renderings has drained before (contract 12). */
  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
