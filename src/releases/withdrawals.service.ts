import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { Database } from '../platform/database/database.js';
import { RevisionsService } from './revisions.service.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { SearchService } from '../search/search.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import { type HeldPlace, SitePlaces } from '../site/site-places.service.js';

export interface Withdrawal extends PagePath {
  readonly id: string;
  /** The places on the site that stay empty while the document is not public. */
  readonly places: readonly HeldPlace[];
}

/** A document whose address leads to the document that took its place. */
export interface Superseded extends Withdrawal {
  readonly supersededBy: PagePath & { readonly id: string };
}

/** Reads documents, and locks their rows in one order, so that two operators cannot make two documents lead to each other. */
const LOCK = `SELECT id FROM publication WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
const READ = `
  SELECT p.id, p.account_id AS "accountId", p.locale, p.slug, page.publication_id IS NOT NULL AS "wasPublic",
         page.publication_id IS NOT NULL AND page.withdrawn_at IS NULL AS "isPublic",
         page.superseded_by AS "supersededBy"
    FROM publication AS p LEFT JOIN page ON page.publication_id = p.id
   WHERE p.id = ANY ($1::uuid[]) AND p.version > 0`;

interface Standing extends PagePath {
  readonly id: string;
  readonly accountId: string;
  readonly wasPublic: boolean;
  readonly isPublic: boolean;
  readonly supersededBy: string | null;
}

/** Takes documents from the site for operators: withdraws them, or replaces them by others (contract 3, 9, 10). */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly database: Database,
    private readonly revisions: RevisionsService,
    private readonly jobs: ReleaseJobsService,
    private readonly pages: ReleasedPagesService,
    private readonly places: SitePlaces,
    private readonly search: SearchService,
    private readonly actions: OperatorActions,
  ) {}

  /**
   * Cancels a release in flight, removes the document from search, and empties the public page, whose address then
   * answers 410. The publication remains, and can be published again. A later withdrawal replaces the notice of an
   * earlier one, and ends the way to a document that took its place.
   * @param reason for the audit; readers do not see it
   * @param notice plain text for readers, at the address of the document; `null`: none
   * @throws Error if the publication does not exist, or was never public nor in flight; with a notice also if it was
   *   never public, because it has no address with readers
   */
  async withdraw(
    publicationId: string,
    reason: string,
    notice: string | null = null,
  ): Promise<Withdrawal> {
    const owned = await this.revisions.ownerOf(publicationId);
    if (!owned) throw nothingToWithdraw(publicationId);
    const { accountId, ...path } = owned;
    await this.database.transaction(async (tx) => {
      const withdrawn = await this.jobs.withdraw(tx, publicationId);
      if (!withdrawn) throw nothingToWithdraw(publicationId);
      const { page } = await this.pages.withdraw(tx, path, { notice });
      if (page === 0 && notice !== null) throw noReaders(publicationId);
      await this.search.hide(tx, publicationId);
      await this.actions.record(tx, {
        action: 'publications withdraw',
        accountId,
        details: { publicationId, ...path, reason, ...(notice !== null && { notice }) },
      });
    });
    return { id: publicationId, ...path, places: await this.places.of(publicationId) };
  }

  /**
   * Takes a document off the site in favour of another one, to which its address and all that led to it lead from then
   * on. Its released versions keep their addresses. A menu or start page of the same locale becomes the other document.
   * @throws Error if the two are not different documents of one account, if the old one was never public, or if the new
   *   one is not public
   */
  async supersede(oldId: string, newId: string): Promise<Superseded> {
    const [old, by] = await this.database.transaction(async (tx) => {
      const pair = await replacement(tx, oldId, newId);
      const [{ accountId, ...path }] = pair;
      await this.jobs.withdraw(tx, oldId, false);
      await this.pages.supersede(tx, path, newId);
      await this.search.hide(tx, oldId);
      await this.places.handOver(tx, oldId, newId, pair[1].locale);
      await this.actions.record(tx, {
        action: 'publications supersede',
        accountId,
        details: {
          publicationId: oldId,
          locale: path.locale,
          slug: path.slug,
          supersededBy: newId,
        },
      });
      return pair;
    });
    const { id, locale, slug } = by;
    return {
      id: oldId,
      locale: old.locale,
      slug: old.slug,
      supersededBy: { id, locale, slug },
      places: await this.places.of(oldId),
    };
  }
}

/** Locks two documents, of which the second can take the place of the first, and reads them. */
async function replacement(
  tx: EntityManager,
  oldId: string,
  newId: string,
): Promise<[old: Standing, by: Standing]> {
  if (oldId === newId) throw new Error('A document cannot take its own place.');
  await tx.query(LOCK, [[oldId, newId]]);
  const rows = await tx.query<Standing[]>(READ, [[oldId, newId]]);
  const found = (id: string): Standing => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw new Error(`There is no publication ${id}, or it was erased.`);
    return row;
  };
  const [old, by] = [found(oldId), found(newId)];
  if (old.accountId !== by.accountId) {
    throw new Error(`Publications ${oldId} and ${newId} are not of one account.`);
  }
  if (by.supersededBy === oldId) {
    throw new Error(
      `${hrefOf(by)} already redirects to ${hrefOf(old)}, so the two would redirect to each other: publish ${newId} again first.`,
    );
  }
  if (by.supersededBy !== null) {
    throw new Error(
      `${hrefOf(by)} redirects to publication ${by.supersededBy}: give the id of that publication.`,
    );
  }
  if (!by.isPublic) throw new Error(`Publication ${newId} is not public.`);
  if (!old.wasPublic) throw new Error(`Publication ${oldId} was never public.`);
  return [old, by];
}

const nothingToWithdraw = (id: string): Error =>
  new Error(`Publication ${id} is neither public nor being released.`);

const noReaders = (id: string): Error =>
  new Error(`Publication ${id} was never public, so no reader would see a notice.`);
