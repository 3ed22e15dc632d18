import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/connection.js';
import type { Statement } from '../platform/database/statement.js';
import type { PagePath } from '../documents/page-path.js';

/** Removes the document at locale $1 and slug $2 from the lists of its tags. */
const UNTAG: Statement = {
  name: 'released_tag_remove',
  text: `DELETE FROM released_tag WHERE locale = $1 AND slug = $2 RETURNING locale`,
};

/** Marks the public page at locale $1 and slug $2 as withdrawn. */
const WITHDRAW: Statement = {
  name: 'page_withdraw',
  text: `
    UPDATE page SET withdrawn_at = now()
     WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL RETURNING locale`,
};

/** The number of rows that a withdrawal marked or deleted, by table. */
export type WithdrawnRows = Readonly<Record<'page' | 'released_tag', number>>;

/** Withdraws released pages (contract 9). */
@Injectable()
export class ReleasedPagesService {
  /** Withdraws the public page at a path, if there is one. The path then answers 410. */
  async withdraw(tx: EntityManager, { locale, slug }: PagePath): Promise<WithdrawnRows> {
    const rows = async (statement: Statement): Promise<number> =>
      (await run(tx, statement, [locale, slug])).length;
    return { page: await rows(WITHDRAW), released_tag: await rows(UNTAG) };
  }
}
