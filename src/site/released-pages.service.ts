import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { PagePath } from '../documents/page-path.js';

/** Removes the document at locale $1 and slug $2 from the lists of its tags. */
const UNTAG: Statement = {
  name: 'released_tag_remove',
  text: `DELETE FROM released_tag WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Marks the page at locale $1 and slug $2 as withdrawn, with notice $3, in favour of publication $4. */
const WITHDRAW: Statement = {
  name: 'page_withdraw',
  text: `
    UPDATE page SET withdrawn_at = now(), notice = $3, superseded_by = $4
     WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Makes the pages that lead to publication $1 lead to publication $2. */
const LEAD_ON: Statement = {
  name: 'page_lead_on',
  text: `UPDATE page SET superseded_by = $2 WHERE superseded_by = $1`,
};

/**
 * Gives at most 200 public pages of account $1 the dates that the files of their versions state, if they have others. A
 * release does this too, but a date can change without a release.
 */
const STATE_DATES: Statement = {
  name: 'page_state_dates',
  text: `
    WITH late AS (
      SELECT page.locale, page.slug, file.first_published_at, file.updated_at
        FROM publication JOIN imported_file AS file ON file.publication_id = publication.id
             JOIN page ON page.publication_id = publication.id AND page.version = file.version
       WHERE publication.account_id = $1 AND page.withdrawn_at IS NULL
         AND (page.stated_first_published_at, page.stated_updated_at)
             IS DISTINCT FROM (file.first_published_at, file.updated_at)
       ORDER BY page.locale, page.slug LIMIT 200 FOR NO KEY UPDATE OF page)
    UPDATE page SET stated_first_published_at = late.first_published_at, stated_updated_at = late.updated_at
      FROM late WHERE page.locale = late.locale AND page.slug = late.slug RETURNING page.locale`,
};

/** The number of rows that a withdrawal marked or deleted, by table. */
type WithdrawnRows = Readonly<Record<'page' | 'released_tag', number>>;

/** What readers find in place of a withdrawn page. */
interface InItsPlace {
  readonly notice?: string | null;
  /** A publication. */
  readonly supersededBy?: string | null;
}

/** Changes released pages: withdraws them, and gives them the dates that imports state (contract 9). */
@Injectable()
export class ReleasedPagesService {
  constructor(private readonly database: Database) {}

  /**
   * Withdraws the page at a path, if there is one. The path then answers 410 with a notice for readers, or leads to the
   * public document that took its place.
   */
  async withdraw(
    tx: EntityManager,
    { locale, slug }: PagePath,
    { notice = null, supersededBy = null }: InItsPlace = {},
  ): Promise<WithdrawnRows> {
    const rows = async (statement: Statement, ...more: unknown[]): Promise<number> =>
      (await run(tx, statement, [locale, slug, ...more])).length;
    return { page: await rows(WITHDRAW, notice, supersededBy), released_tag: await rows(UNTAG) };
  }

  /** Withdraws the page of a document in favour of another one. What led to the first leads to the other one then. */
  async supersede(tx: EntityManager, old: PagePath & { id: string }, by: string): Promise<void> {
    await this.withdraw(tx, old, { supersededBy: by });
    await run(tx, LEAD_ON, [old.id, by]);
  }

  /** Gives the public pages of an account the dates that the files of their versions state. Returns their number. */
  async stateDates(accountId: string): Promise<number> {
    for (let [all, pages] = [0, 0]; ; all += pages) {
      pages = (await this.database.rows(STATE_DATES, [accountId])).length;
      if (pages === 0) return all;
    }
  }
}
