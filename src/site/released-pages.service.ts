import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DocumentFiles } from './document-files.service.js';
import type { PagePath } from './page-path.js';
import { ReleasedPagesRepository } from './released-pages.repository.js';
import type { AskedPage, MadePage, PageFiles, PageStamp, ShownPage } from './shown-page.js';

/** What readers touch: the released revisions, rendered once (contract 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(
    private readonly repository: ReleasedPagesRepository,
    private readonly files: DocumentFiles,
  ) {}

  /** Empties a page and lets its path answer 410; a path that shows nothing stays as it is. */
  withdraw(tx: EntityManager, path: PagePath): Promise<void> {
    return this.repository.withdraw(tx, path);
  }

  /**
   * Makes what readers will get of a page, and of those that name it as their translation: compressed when it is
   * released, not when it is read.
   */
  async makeFiles(page: MadePage): Promise<PageFiles[]> {
    const files = [await this.filesOf(page)];
    for (const locale of page.translations) {
      if (locale === page.locale) continue;
      const other = await this.repository.findReleased({ locale, slug: page.slug });
      if (other && !other.withdrawnAt) files.push(await this.filesOf(other));
    }
    return files;
  }

  /** The same of what a path shows now. */
  async remakeFiles({ locale, slug }: PagePath): Promise<PageFiles[]> {
    const page = await this.repository.findReleased({ locale, slug });
    return page && !page.withdrawnAt ? this.makeFiles(page) : [];
  }

  /** Finds what the path shows or showed, by primary key. */
  find(path: PagePath): Promise<ShownPage | undefined> {
    return this.repository.find(path);
  }

  /** The stamps of paths, each in its place; `undefined` where nothing ever stood. */
  findStamps(asked: readonly AskedPage[]): Promise<(PageStamp | undefined)[]> {
    return this.repository.findStamps(asked, this.files.madeBy);
  }

  private async filesOf(page: MadePage): Promise<PageFiles> {
    const [html, markdown] = await Promise.all([
      this.files.make(page, 'page'),
      this.files.make(page, 'markdown'),
    ]);
    const { locale, slug, changedAt } = page;
    return { locale, slug, changedAt, page: html, markdown };
  }
}
