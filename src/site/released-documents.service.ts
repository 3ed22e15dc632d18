import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { ReleasedInFile } from '../documents/front-matter.js';
import { PAGE_DATES, REVISION_COLUMNS, RELEASE_COLUMNS, SHOWN_TABLES } from './page-facts.sql.js';

/**
 * Reads public documents. $1 account, or null for all accounts; $2 locale and $3 slug of the previous document; $4
 * limit.
 */
const PAGE: Statement = {
  name: 'released_document_signed_page',
  text: `
    SELECT page.account_id AS "accountId", page.locale, page.slug, page.version,
           ${PAGE_DATES}, page.publication_id AS id,
           ${REVISION_COLUMNS}, ${RELEASE_COLUMNS}
      FROM ${SHOWN_TABLES}
     WHERE page.withdrawn_at IS NULL AND ($1::uuid IS NULL OR page.account_id = $1)
       AND (page.locale, page.slug) > ($2, $3)
     ORDER BY page.locale, page.slug LIMIT $4`,
};

/** Counts the public documents of account $1, or of all accounts if it is null. */
const COUNT: Statement = {
  name: 'released_document_count',
  text: `
    SELECT count(*)::integer AS count FROM page
     WHERE withdrawn_at IS NULL AND ($1::uuid IS NULL OR account_id = $1)`,
};

type OwnedInFile = ReleasedInFile & {
  readonly accountId: string;
  readonly id: string;
  readonly statedUpdatedAt: Date | null;
};

/**
 * Number of documents per query. The documents of one query have at most 10 million characters of content in memory.
 */
export const PAGE_SIZE = 50;

/** Reads public documents, for exports (contract 10). */
@Injectable()
export class ReleasedDocuments {
  constructor(private readonly database: Database) {}

  /**
   * Counts the public documents of an account. If `accountId` is `null`, counts the public documents of all accounts.
   */
  async count(accountId: string | null): Promise<number> {
    const [row] = await this.database.rows<{ count: number }>(COUNT, [accountId]);
    return row!.count;
  }

  /**
   * Reads the public documents of an account, sorted by locale and slug. If `accountId` is `null`, reads the public
   * documents of all accounts.
   */
  async *read(accountId: string | null): AsyncGenerator<OwnedInFile> {
    let after = ['', ''];
    for (;;) {
      const page = await this.page(accountId, after);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      after = [last.locale, last.slug];
    }
  }

  private page(accountId: string | null, after: readonly string[]): Promise<OwnedInFile[]> {
    return this.database.rows(PAGE, [accountId, ...after, PAGE_SIZE]);
  }
}
