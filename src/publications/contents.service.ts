import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Edit, Edited } from '../documents/edits.js';
import { ThreadFault, ThreadPool } from '../platform/threads/thread-pool.js';
import { unavailable } from '../platform/errors/service.errors.js';
import type { ContentChanges } from './content-changes.js';
import type { ContentAnswers, ContentTask } from './content.worker.js';
import type { Outline } from './outline.js';

/** Of a task with its wait (CONTRACT 4). */
const TIMEOUT_MS = 5_000;
/** Nobody waits for somebody else's work (CONTRACT 4): no account has two threads at once, nor a long queue. */
const SHARE = {
  maxPerKey: 1,
  maxWaiting: 100,
  timeoutMs: 4_000,
  waitCounts: true,
  refusal: unavailable,
};

/** Work on whole contents, in threads: 200,000 characters take longer than others may wait. */
@Injectable()
export class ContentsService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<ContentTask, ContentAnswers[keyof ContentAnswers]>(
    new URL('./content.worker.js', import.meta.url),
    TIMEOUT_MS,
    SHARE,
  );

  /**
   * The outline of a content; empty where it is nested too deeply to be rendered. 100,000 sections are cut down where
   * they are found: to hand all of them over would hold up the others.
   * @throws Problem `unavailable`
   */
  async outline(
    accountId: string,
    content: string,
    maxBytes: number | undefined,
  ): Promise<Outline> {
    return (await this.run(accountId, { kind: 'outline', content, maxBytes })) as Outline;
  }

  /** The content of a section; `undefined`: there is none. @throws Problem `unavailable` */
  async section(accountId: string, content: string, id: string): Promise<string | undefined> {
    return (await this.run(accountId, { kind: 'section', content, id })) as string | undefined;
  }

  /** Makes all edits, or none. @throws Problem `unavailable` */
  async edit(accountId: string, content: string, edits: readonly Edit[]): Promise<Edited> {
    return (await this.run(accountId, { kind: 'edits', content, edits })) as Edited;
  }

  /** What differs between two contents. @throws Problem `unavailable` */
  async changes(accountId: string, before: string, after: string): Promise<ContentChanges> {
    return (await this.run(accountId, { kind: 'changes', before, after })) as ContentChanges;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }

  private async run(
    accountId: string,
    task: ContentTask,
  ): Promise<ContentAnswers[keyof ContentAnswers]> {
    try {
      return await this.threads.run(task, accountId);
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      throw unavailable();
    }
  }
}
