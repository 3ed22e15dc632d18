import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DocumentFiles } from './document-files.service.js';
import type { PagePath } from './page-path.js';
import { type PageToPublish, ReleasedPagesRepository } from './released-pages.repository.js';
import type { AskedPage, PageStamp, ShownPage } from './shown-page.js';

/** What readers touch: the released revisions, rendered once (CONTRACT 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(
    private readonly repository: ReleasedPagesRepository,
    private readonly files: DocumentFiles,
  ) {}

  /**
   * Shows this revision at its path from the commit of `tx` on. What was shown there first keeps its
   * date, unless it was withdrawn: then the address begins anew.
   */
  publish(tx: EntityManager, page: PageToPublish): Promise<void> {
    return this.repository.publish(tx, page);
  }

  /** Empties a page and lets its path answer 410; a path that shows nothing stays as it is. */
  withdraw(tx: EntityManager, path: PagePath): Promise<void> {
    return this.repository.withdraw(tx, path);
  }

  /**
   * Keeps what readers will get of a released page, and of those that name it as their translation. Only
   * a copy of what the page says: until it is there, and where it is out of date, readers get the same,
   * made when they ask (ADR 18).
   */
  async keep(path: PagePath): Promise<void> {
    const page = await this.repository.findReleased(path);
    if (!page || page.withdrawnAt) return;
    await this.keepFiles(page);
    for (const locale of page.translations) {
      if (locale === page.locale) continue;
      const other = await this.repository.findReleased({ locale, slug: page.slug });
      if (other && !other.withdrawnAt) await this.keepFiles(other);
    }
  }

  /** Finds what the path shows or showed, by primary key. */
  find(path: PagePath): Promise<ShownPage | undefined> {
    return this.repository.find(path);
  }

  /** The stamps of paths, each in its place; `undefined` where nothing ever stood. */
  findStamps(asked: readonly AskedPage[]): Promise<(PageStamp | undefined)[]> {
    return this.repository.findStamps(asked, this.files.madeBy);
  }

  private async keepFiles(page: ShownPage): Promise<void> {
    const [html, markdown] = await Promise.all([
      this.files.make(page, 'page'),
      this.files.make(page, 'markdown'),
    ]);
    await this.repository.keep(page, this.files.madeBy, { page: html, markdown });
  }
}
