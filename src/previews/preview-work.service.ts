import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError } from '../platform/threads/task-error.js';
import { Threads } from '../platform/threads/threads.service.js';
import { renderFaultOf } from '../rendering/render-fault.js';
import { type RenderedDocument, shownOrigins } from '../rendering/rendered-document.js';
import type { Passage } from '../site/html/changed-text.js';

const LIMITS = { limitMs: 5_000, timeoutMs: 4_500 };

/** A revision whose preview is asked for. */
interface Previewed {
  readonly accountId: string;
  readonly publicationId: string;
  readonly revision: number;
}

/** Renders and compares revisions for previews, in threads. */
@Injectable()
export class PreviewWork {
  constructor(
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  /**
   * Renders a revision, as a release of it will.
   * @throws RenderFault, Problem `unavailable`
   */
  async render(
    { accountId, publicationId, revision }: Previewed,
    document: { readonly title: string; readonly markdown: string },
  ): Promise<RenderedDocument> {
    const subject = `rendering ${publicationId} ${revision}`;
    const imageOrigins = shownOrigins(this.config);
    try {
      return await this.threads.run(
        'render',
        { ...document, imageOrigins },
        { ...LIMITS, account: accountId, subject },
      );
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /** What of the words of a text has changed since another revision. @throws Problem `unavailable` */
  async compare(
    { accountId, publicationId, revision }: Previewed,
    other: number,
    texts: { readonly before: string; readonly after: string; readonly locale: string },
  ): Promise<Passage[]> {
    const subject = `changes ${publicationId} ${other} ${revision}`;
    try {
      return await this.threads.run('changedWords', texts, {
        ...LIMITS,
        account: accountId,
        subject,
      });
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }
}
