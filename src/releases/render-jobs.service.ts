import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { TaskError } from '../platform/threads/task-error.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { RevisionToRelease } from '../publications/revisions.service.js';
import { renderFaultOf } from '../rendering/render-fault.js';
import { isLarge, shownOrigins } from '../rendering/rendered-document.js';
import { IndexFault } from '../search/index-fault.js';
import type { SearchWords } from '../search/search-words.js';
import type { RenderedRevision, RenderedVersion, RevisionToRender } from './render-job.js';

/**
 * Limit of processor time for one revision, in ms. The most expensive valid revision takes less than half of this
 * limit.
 */
const LIMIT_MS = 5_000;
/**
 * Limit of processor time, in ms, for the only retry, and for search words that are made separately. If a revision
 * exceeds this limit, its release or indexing fails (contract 3).
 */
const LAST_LIMIT_MS = 10_000;

interface ThreadOptions {
  readonly account: string;
  readonly subject: string;
  readonly isLarge: boolean;
  readonly limitMs: number;
}

/** Renders revisions and makes their search words, in worker threads. */
@Injectable()
export class RenderJobs {
  private readonly imageOrigins: readonly string[];

  constructor(
    private readonly threads: Threads,
    config: Config,
  ) {
    this.imageOrigins = shownOrigins(config);
  }

  /**
   * Renders a revision and makes its search words. After a failure, renders the revision again, without search words.
   * @throws RenderFault
   */
  render(revision: RevisionToRelease): Promise<RenderedRevision> {
    const input = this.inputOf(revision);
    return this.attempt(
      (options) => this.threads.run('renderJob', input, options),
      (options) => this.threads.run('render', input, options),
      revision,
    );
  }

  /**
   * Like `render`, but for a revision that becomes public. Also packs the kept version of the revision.
   * @throws RenderFault
   */
  renderVersion(revision: RevisionToRelease): Promise<RenderedVersion> {
    const { sources, authorKind, authorName } = revision;
    const input = { ...this.inputOf(revision), sources, authorKind, authorName };
    return this.attempt(
      (options) => this.threads.run('renderVersion', input, options),
      (options) => this.threads.run('renderVersionAlone', input, options),
      revision,
    );
  }

  private async attempt<T>(
    first: (options: ThreadOptions) => Promise<T>,
    again: (options: ThreadOptions) => Promise<T>,
    revision: RevisionToRelease,
  ): Promise<T> {
    const whose = whoseIs(revision);
    try {
      return await first({ ...whose, limitMs: LIMIT_MS });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
    }
    try {
      return await again({ ...whose, limitMs: LAST_LIMIT_MS });
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /** Returns the search words of a rendered revision; makes them if they are absent. @throws IndexFault */
  async wordsOf(
    revision: RevisionToRelease,
    { words, text }: RenderedRevision,
  ): Promise<SearchWords> {
    return words ?? this.wordsOfText(revision, text);
  }

  /** Makes the search words of a working revision, or of its Markdown if rendering fails. @throws IndexFault */
  async draftWords(revision: RevisionToRelease): Promise<SearchWords> {
    const options = { ...whoseIs(revision), limitMs: LIMIT_MS };
    try {
      return await this.threads.run('draftWords', this.inputOf(revision), options);
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      return this.wordsOfText(revision, revision.content);
    }
  }

  /** Makes the search words of a revision, with `text` in place of its content. @throws IndexFault */
  async wordsOfText(revision: RevisionToRelease, text: string): Promise<SearchWords> {
    const { locale, slug, title, description, tags } = revision;
    const document = { locale, slug, title, description, tags, text };
    const { account } = whoseIs(revision);
    try {
      return await this.threads.run('words', document, { account, limitMs: LAST_LIMIT_MS });
    } catch (error) {
      throw error instanceof TaskError ? new IndexFault({ cause: error }) : error;
    }
  }

  private inputOf(revision: RevisionToRelease): RevisionToRender {
    const { locale, slug, title, description, tags, content: markdown, pictures } = revision;
    const { imageOrigins } = this;
    return { locale, slug, title, description, tags, markdown, imageOrigins, pictures };
  }
}

const whoseIs = ({ accountId, id, version, content }: RevisionToRelease) => ({
  account: accountId,
  subject: `rendering ${id} ${version}`,
  isLarge: isLarge(content),
});
