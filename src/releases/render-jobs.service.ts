import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { TaskError } from '../platform/threads/thread-tasks.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { RevisionToRelease } from './revision-to-release.sql.js';
import { renderFaultOf, shownOrigins } from '../rendering/rendered-document.js';
import { membersOf } from '../documents/document.js';
import { hrefOf } from '../documents/page-path.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import { isWarningCode } from '../warnings/warning-codes.js';
import type { SearchWords } from '../search/search-words.js';
import type { DraftEntry, RenderedRevision, RevisionToRender } from './render-job.js';

/** Renders revisions, makes their search words and looks for warnings, in threads. */
@Injectable()
export class RenderJobs {
  private readonly imageOrigins: readonly string[];

  constructor(
    private readonly threads: Threads,
    private readonly config: Config,
  ) {
    this.imageOrigins = shownOrigins(config);
  }

  /** Renders a revision; with `withEntry`, makes its entry too. @throws RenderFault */
  async render(revision: RevisionToRelease, withEntry: boolean): Promise<RenderedRevision> {
    const input = { ...this.inputOf(revision), withEntry };
    try {
      return await this.threads.run('renderJob', input, accountOf(revision));
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /**
   * Makes the entry of a working revision. If rendering fails, it has the words of the Markdown, and `null` for the
   * warnings; if that fails too, the words of everything but the content.
   */
  async draftEntry(revision: RevisionToRelease): Promise<DraftEntry> {
    try {
      return await this.threads.run('draftEntry', this.inputOf(revision), accountOf(revision));
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
    }
    try {
      return { words: await this.wordsOfText(revision, revision.content), warnings: null };
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      return { words: await this.wordsOfText(revision, ''), warnings: null };
    }
  }

  /** Makes the search words of a revision, with `text` in place of its content. @throws TaskError */
  private wordsOfText(revision: RevisionToRelease, text: string): Promise<SearchWords> {
    const { locale, slug, title, description, tags } = revision;
    const document = { locale, slug, title, description, tags, text };
    return this.threads.run('words', document, accountOf(revision));
  }

  private inputOf(revision: RevisionToRelease): RevisionToRender {
    const { locale, slug, content: markdown, pictures } = revision;
    const { imageOrigins } = this;
    const address = this.config.publicBaseUrl + hrefOf({ locale, slug });
    return { locale, slug, ...membersOf(revision), markdown, imageOrigins, pictures, address };
  }
}

/** Counts the warnings of a new entry. */
export function countWarnings(metrics: Metrics, { warnings }: DraftEntry): void {
  for (const { code } of warnings ?? []) if (isWarningCode(code)) metrics.warnings.inc({ code });
}

const accountOf = ({ accountId: account }: RevisionToRelease) => ({ account });
