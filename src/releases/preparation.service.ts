import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadFault, ThreadPool } from '../platform/threads/thread-pool.js';
import type { RevisionToRelease } from '../publications/revisions.service.js';
import { RenderingService } from '../rendering/rendering.service.js';
import type { SearchWords } from '../search/search-words.js';
import { SearchWordsService } from '../search/search-words.service.js';
import type { Preparation, PreparationTask } from './preparation.worker.js';

/** Nearly every document needs some milliseconds. */
const QUICK_MS = 3_000;

/**
 * Renders revisions and finds their index words, both at once and in one thread. What fails or takes long is
 * done again step by step, each with a time limit of its own, which tells what is wrong.
 */
@Injectable()
export class PreparationService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<PreparationTask, Preparation>(
    new URL('./preparation.worker.js', import.meta.url),
    QUICK_MS,
  );

  constructor(
    private readonly rendering: RenderingService,
    private readonly searchWords: SearchWordsService,
  ) {}

  /** Accounts take turns. @throws RenderFault */
  async prepare(revision: RevisionToRelease): Promise<Preparation> {
    const { locale, title, description, tags, content: markdown, accountId } = revision;
    const { imageOrigins } = this.rendering;
    const task = { locale, title, description, tags, markdown, imageOrigins };
    try {
      return await this.threads.run(task, accountId);
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      return this.rendering.render({ title, markdown });
    }
  }

  /** The index words of a revision that was prepared. @throws IndexFault */
  async wordsOf(revision: RevisionToRelease, { words, text }: Preparation): Promise<SearchWords> {
    const { locale, title, description, tags } = revision;
    return words ?? this.searchWords.wordsOf({ locale, title, description, tags, text });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
