import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import { namedStatement, type Statement } from '../platform/database/statement.js';
import { fileColumns, KEEP_FILES } from './keep-files.js';
import type { PagePath } from './page-path.js';
import {
  FIND,
  FORGET,
  KEEP_AS_RENDERED,
  LOCK,
  OUTDATED,
  UNTAG,
  WITHDRAW,
} from './released-pages.statements.js';
import type { PageFiles, ShownPage } from './shown-page.js';

const KEEP = namedStatement<ReturnType<typeof fileColumns>>(
  'kept_page_keep',
  `WITH indexed AS (SELECT unnest($fileOf::uuid[]) AS publication_id), ${KEEP_FILES}
    SELECT publication_id FROM indexed`,
);

/** The number of rows that a withdrawal emptied or deleted, by table. */
export type WithdrawnRows = Readonly<
  Record<'released_page' | 'kept_page' | 'released_tag', number>
>;

@Injectable()
export class ReleasedPagesRepository {
  constructor(private readonly database: Database) {}

  async withdraw(tx: EntityManager, { locale, slug }: PagePath): Promise<WithdrawnRows> {
    await run(tx, LOCK, [slug]);
    const rows = async (statement: Statement): Promise<number> =>
      (await run(tx, statement, [locale, slug])).length;
    return {
      released_page: await rows(WITHDRAW),
      kept_page: await rows(FORGET),
      released_tag: await rows(UNTAG),
    };
  }

  /**
   * Finds the page at a path, in the primary database. A replica can return an older page, and `keep` does not store
   * the files of an older page.
   */
  async find({ locale, slug }: PagePath): Promise<ShownPage | undefined> {
    const [page] = await this.database.worker.rows<ShownPage>(FIND, [locale, slug]);
    return page;
  }

  /** Finds some publications whose pages another edition rendered. */
  async findOutdated(edition: string): Promise<string[]> {
    const rows = await this.database.worker.rows<{ id: string }>(OUTDATED, [edition]);
    return rows.map(({ id }) => id);
  }

  async keepAsRendered(publicationId: string, edition: string): Promise<void> {
    await this.database.worker.rows(KEEP_AS_RENDERED, [publicationId, edition]);
  }

  /** Stores the files of a page, if the page has not changed since the files were made. */
  async keep(files: PageFiles, madeBy: string): Promise<void> {
    await this.database.worker.rows(KEEP, KEEP.values(fileColumns([files], madeBy)));
  }
}
