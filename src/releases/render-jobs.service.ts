import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { TaskError } from '../platform/threads/thread-tasks.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { RevisionToRelease } from './revision-to-release.sql.js';
import { renderFaultOf, shownOrigins } from '../rendering/rendered-document.js';
import type { SearchWords } from '../search/search-words.js';
import type { RenderedRevision, RevisionToRender } from './render-job.js';

/** Renders revisions and makes their search words, in threads. */
@Injectable()
export class RenderJobs {
  private readonly imageOrigins: readonly string[];

  constructor(
    private readonly threads: Threads,
    config: Config,
  ) {
    this.imageOrigins = shownOrigins(config);
  }

  /** Renders a revision; with `withWords`, makes its search words too. @throws RenderFault */
  async render(revision: RevisionToRelease, withWords: boolean): Promise<RenderedRevision> {
    const input = { ...this.inputOf(revision), withWords };
    try {
      return await this.threads.run('renderJob', input, accountOf(revision));
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /**
   * Makes the search words of a working revision; of its Markdown if rendering fails; of everything but its content if
   * that fails too.
   */
  async draftWords(revision: RevisionToRelease): Promise<SearchWords> {
    try {
      return await this.threads.run('draftWords', this.inputOf(revision), accountOf(revision));
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
    }
    try {
      return await this.wordsOfText(revision, revision.content);
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      return this.wordsOfText(revision, '');
    }
  }

  /** Makes the search words of a revision, with `text` in place of its content. @throws TaskError */
  private wordsOfText(revision: RevisionToRelease, text: string): Promise<SearchWords> {
    const { locale, slug, title, description, tags } = revision;
    const document = { locale, slug, title, description, tags, text };
    return this.threads.run('words', document, accountOf(revision));
  }

  private inputOf(revision: RevisionToRelease): RevisionToRender {
    const { locale, slug, title, description, tags, content: markdown, pictures } = revision;
    const { imageOrigins } = this;
    return { locale, slug, title, description, tags, markdown, imageOrigins, pictures };
  }
}

const accountOf = ({ accountId: account }: RevisionToRelease) => ({ account });
