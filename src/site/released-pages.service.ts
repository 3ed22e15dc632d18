import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PagePath } from './page-path.js';
import type { PageStamp, ShownPage } from './shown-page.js';
import { type PageToPublish, ReleasedPagesRepository } from './released-pages.repository.js';

/** What readers touch: the released revisions, rendered once (CONTRACT 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(private readonly repository: ReleasedPagesRepository) {}

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

  /** Finds what the path shows or showed, by primary key. */
  find(path: PagePath): Promise<ShownPage | undefined> {
    return this.repository.find(path);
  }

  /** The stamps of paths, each in its place; `undefined` where nothing ever stood. */
  findStamps(paths: readonly PagePath[]): Promise<(PageStamp | undefined)[]> {
    return this.repository.findStamps(paths);
  }
}
