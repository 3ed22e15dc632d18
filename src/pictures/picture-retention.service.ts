import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { PicturesRepository } from './pictures.repository.js';
import { REMOVE_UNNAMED } from './pictures.statements.js';

const MAX_AT_ONCE = 100;
const EVERY_MS = 3_600_000;
/** Number of accounts in the metric. These are the accounts with the most bytes of pictures. */
const MEASURED = 10;

/**
 * Removes pictures that no revision names, 7 days after their last upload. Also sets the metric for the bytes of
 * pictures (contract 12, 14).
 */
@Injectable()
export class PictureRetention {
  private nextLook = 0;

  constructor(
    private readonly database: Database,
    repository: PicturesRepository,
    metrics: Metrics,
  ) {
    metrics.beforeScrape(async () => {
      const largest = await repository.largest(MEASURED);
      for (const { accountId, bytes } of largest) {
        metrics.pictureBytes.set({ account: accountId }, bytes);
      }
    });
  }

  /**
   * Removes one batch. After a batch that was not full, does nothing for an hour.
   * @returns whether there may be more pictures to remove
   */
  async age(): Promise<boolean> {
    if (performance.now() < this.nextLook) return false;
    const removed = await this.database.worker.rows(REMOVE_UNNAMED, [MAX_AT_ONCE]);
    const isMore = removed.length === MAX_AT_ONCE;
    if (!isMore) this.nextLook = performance.now() + EVERY_MS;
    return isMore;
  }
}
