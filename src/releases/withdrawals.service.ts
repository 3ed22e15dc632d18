import { Injectable } from '@nestjs/common';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Database } from '../platform/database/database.js';
import { RevisionsService } from './revisions.service.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { SearchService } from '../search/search.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';

export interface Withdrawal {
  readonly id: string;
  readonly locale: string;
  readonly slug: string;
}

/** Withdraws documents for operators (contract 3, 10). */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly database: Database,
    private readonly revisions: RevisionsService,
    private readonly jobs: ReleaseJobsService,
    private readonly pages: ReleasedPagesService,
    private readonly search: SearchService,
    private readonly actions: OperatorActions,
  ) {}

  /**
   * Cancels a release in flight, removes the document from search, and empties the public page, whose address then
   * answers 410. The publication remains, and can be published again.
   * @throws Error if the publication does not exist, or is neither public nor in flight
   */
  async withdraw(publicationId: string, reason: string): Promise<Withdrawal> {
    const owned = await this.revisions.ownerOf(publicationId);
    if (!owned) throw nothingToWithdraw(publicationId);
    const { accountId, ...path } = owned;
    await this.database.transaction(async (tx) => {
      const withdrawn = await this.jobs.withdraw(tx, publicationId);
      if (!withdrawn) throw nothingToWithdraw(publicationId);
      await this.pages.withdraw(tx, path);
      await this.search.hide(tx, publicationId);
      await this.actions.record(tx, {
        action: 'publications withdraw',
        accountId,
        details: { publicationId, ...path, reason },
      });
    });
    return { id: publicationId, ...path };
  }
}

const nothingToWithdraw = (id: string): Error =>
  new Error(`Publication ${id} is neither public nor in flight.`);
