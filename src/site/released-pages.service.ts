import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DocumentFilesService } from './document-files.service.js';
import type { PagePath } from './page-path.js';
import { ReleasedPagesRepository, type WithdrawnRows } from './released-pages.repository.js';
import type { MadePage, PageFiles } from './shown-page.js';

/** Withdraws and prerenders the released pages of the site (contract 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(
    private readonly repository: ReleasedPagesRepository,
    private readonly files: DocumentFilesService,
  ) {}

  /** Empties the public page at a path, if there is one. The path then answers 410. */
  withdraw(tx: EntityManager, path: PagePath): Promise<WithdrawnRows> {
    return this.repository.withdraw(tx, path);
  }

  /** Makes the files of a page in advance; `undefined` if making the files takes too long or fails. */
  async makeFiles(page: MadePage): Promise<PageFiles | undefined> {
    const files = await this.files.make(page);
    const { publicationId, locale, slug, changedAt } = page;
    return files && { publicationId, locale, slug, changedAt, ...files };
  }

  /**
   * Does the same as `makeFiles`, for the page at a path. Also returns `undefined` if the page is not public, or if
   * another edition rendered it.
   */
  async remakeFiles(path: PagePath): Promise<PageFiles | undefined> {
    const page = await this.repository.find(path);
    const isCurrent = page?.renderedBy === this.files.edition && !page.withdrawnAt;
    return isCurrent ? this.makeFiles(page) : undefined;
  }

  /** Remakes the files of the page at a path, and stores them if the page has not changed meanwhile. */
  async prerender(path: PagePath): Promise<void> {
    const files = await this.remakeFiles(path);
    if (files) await this.repository.keep(files, this.files.edition);
  }

  /** Finds some publications whose pages another edition rendered. */
  findOutdated(): Promise<string[]> {
    return this.repository.findOutdated(this.files.edition);
  }

  /** Keeps a page that this edition cannot render. The page then counts as rendered, so that no worker tries again. */
  keepAsRendered(publicationId: string): Promise<void> {
    return this.repository.keepAsRendered(publicationId, this.files.edition);
  }
}
