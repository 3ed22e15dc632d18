import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { TaskError } from '../platform/threads/task-error.js';
import { Threads } from '../platform/threads/threads.service.js';
import { withBuffers } from './compressed-file.js';
import { editionOf } from './edition.js';
import { siteOf } from './html/site.js';
import type { DocumentFiles } from './site-tasks.js';
import type { MadePage } from './shown-page.js';

/** Longest wait of a reader for a turn in the threads, in ms. */
const READER_TIMEOUT_MS = 4_000;

/** Makes the page and the Markdown file of a document (contract 9), in threads. */
@Injectable()
export class DocumentFilesService {
  /** The edition that makes the files. */
  readonly edition: string;
  private readonly site;

  constructor(
    config: Config,
    private readonly threads: Threads,
  ) {
    this.site = siteOf(config);
    this.edition = editionOf(config);
  }

  /** Makes both files. Returns `undefined` if making the files fails. */
  async make(page: MadePage): Promise<DocumentFiles | undefined> {
    try {
      return await this.run(page);
    } catch (error) {
      if (error instanceof TaskError) return undefined;
      throw error;
    }
  }

  /**
   * Makes both files for a waiting reader.
   * @throws Problem `unavailable` if the files are not ready after `READER_TIMEOUT_MS`
   * @throws TaskError if the files cannot be made
   */
  makeForReader(page: MadePage): Promise<DocumentFiles> {
    return this.run(page, READER_TIMEOUT_MS);
  }

  private async run(page: MadePage, timeoutMs?: number): Promise<DocumentFiles> {
    const files = await this.threads.run(
      'pageFiles',
      { site: this.site, page },
      { account: page.accountId, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    return { page: withBuffers(files.page), markdown: withBuffers(files.markdown) };
  }
}
