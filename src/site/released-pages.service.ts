import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DocumentFilesService } from './document-files.service.js';
import type { PagePath } from './page-path.js';
import { ReleasedPagesRepository, type WithdrawnRows } from './released-pages.repository.js';
import type { AskedPage, MadePage, PageFiles, PageStamp, ShownPage } from './shown-page.js';

/** The released pages of the site, rendered once (contract 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(
    private readonly repository: ReleasedPagesRepository,
    private readonly files: DocumentFilesService,
  ) {}

  /** Empties a page and lets its path answer 410; a path that shows nothing stays as it is. */
  withdraw(tx: EntityManager, path: PagePath): Promise<WithdrawnRows> {
    return this.repository.withdraw(tx, path);
  }

  /** Makes what readers will get of a page; `undefined` where that takes too long. */
  async makeFiles(page: MadePage): Promise<PageFiles | undefined> {
    const files = await this.files.make(page);
    const { publicationId, locale, slug, changedAt } = page;
    return files && { publicationId, locale, slug, changedAt, ...files };
  }

  /** Makes the files of a path again; `undefined` also where it shows nothing, or a page of another edition. */
  async remakeFiles(path: PagePath): Promise<PageFiles | undefined> {
    const page = await this.repository.findReleased(path);
    const isCurrent = page?.renderedBy === this.files.edition && !page.withdrawnAt;
    return isCurrent ? this.makeFiles(page) : undefined;
  }

  /** Makes the files of a path anew, where they are not those of what it shows now. */
  async prerender(path: PagePath): Promise<void> {
    const files = await this.remakeFiles(path);
    if (files) await this.repository.keep(files, this.files.edition);
  }

  /** Some publications whose pages another edition rendered. */
  findOutdated(): Promise<string[]> {
    return this.repository.findOutdated(this.files.edition);
  }

  /** Leaves a page as it is, since this edition cannot render it. */
  keepAsRendered(publicationId: string): Promise<void> {
    return this.repository.keepAsRendered(publicationId, this.files.edition);
  }

  /** Finds what the path shows or showed, by primary key. */
  find(path: PagePath): Promise<ShownPage | undefined> {
    return this.repository.find(path);
  }

  /** The stamps of paths, each in its place; `undefined` where nothing ever stood. */
  findStamps(asked: readonly AskedPage[]): Promise<(PageStamp | undefined)[]> {
    return this.repository.findStamps(asked, this.files.edition);
  }
}
