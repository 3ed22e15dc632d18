import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Edit, Edited } from '../documents/edits.js';
import { ThreadFault, ThreadPool } from '../platform/threads/thread-pool.js';
import { unavailable } from '../platform/errors/service.errors.js';
import type { Section } from '../rendering/headings.js';
import type { ContentChanges } from './content-changes.js';
import type { ContentAnswers, ContentTask } from './content.worker.js';

const TIMEOUT_MS = 5_000;

/** Work on whole contents, in threads: 200,000 characters take longer than others may wait (CONTRACT 4). */
@Injectable()
export class ContentsService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<ContentTask, ContentAnswers[keyof ContentAnswers]>(
    new URL('./content.worker.js', import.meta.url),
    TIMEOUT_MS,
  );

  /**
   * The sections of a content, in their order; none where it is nested too deeply to be rendered.
   * @throws Problem `unavailable`
   */
  async sections(content: string): Promise<readonly Section[]> {
    return (await this.run({ kind: 'sections', content })) as ContentAnswers['sections'];
  }

  /** Makes all edits, or none. @throws Problem `unavailable` */
  async edit(content: string, edits: readonly Edit[]): Promise<Edited> {
    return (await this.run({ kind: 'edits', content, edits })) as Edited;
  }

  /** What differs between two contents. @throws Problem `unavailable` */
  async changes(before: string, after: string): Promise<ContentChanges> {
    return (await this.run({ kind: 'changes', before, after })) as ContentChanges;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }

  private async run(task: ContentTask): Promise<ContentAnswers[keyof ContentAnswers]> {
    try {
      return await this.threads.run(task);
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      throw unavailable();
    }
  }
}
