import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config } from '../platform/config/config.js';
import { unavailable } from '../platform/errors/service.errors.js';
import { ThreadPool } from '../platform/threads/thread-pool.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { RenderingService } from '../rendering/rendering.service.js';
import type { Passage } from '../site/html/changed-text.js';
import type { TextsToCompare } from './changed-text.worker.js';

/** Of one comparison, which gives up by itself long before. */
const TIMEOUT_MS = 5_000;

/**
 * The share of previews in what a process can render and compare: two at once, one of each account, and a short
 * queue, in threads of their own, so that they never wait for releases, nor releases for them.
 */
@Injectable()
export class PreviewWork implements OnApplicationShutdown {
  private readonly share = new Semaphore({
    max: 2,
    maxPerKey: 1,
    maxWaiting: 10,
    timeoutMs: 4_000,
    refusal: unavailable,
  });
  private readonly rendering: RenderingService;
  private readonly comparing = new ThreadPool<TextsToCompare, Passage[]>(
    new URL('./changed-text.worker.js', import.meta.url),
    TIMEOUT_MS,
    { toError: unavailable },
  );

  constructor(config: Config) {
    this.rendering = new RenderingService(config);
  }

  /**
   * Renders a revision of an account, as a release of it will.
   * @throws RenderFault, Problem `unavailable`
   */
  render(accountId: string, document: DocumentToRender): Promise<RenderedDocument> {
    return this.share.run(() => this.rendering.render(document), accountId);
  }

  /** What of the words of a text of an account has changed. @throws Problem `unavailable` */
  compare(accountId: string, texts: TextsToCompare): Promise<Passage[]> {
    return this.share.run(() => this.comparing.run(texts), accountId);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.rendering.onApplicationShutdown(), this.comparing.close()]);
  }
}
