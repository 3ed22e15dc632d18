import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { accountSuspended } from '../accounts/accounts.errors.js';
import { dailyLimitExceeded } from './quota.errors.js';
import { QuotaRepository } from './quota.repository.js';
import type { DayUsage, Quota, Usage } from './usage.js';
import { quotaOf } from './usage-row.js';

/** Daily units: one for each accepted write, none for anything else (CONTRACT 5). */
@Injectable()
export class QuotaService {
  constructor(private readonly repository: QuotaRepository) {}

  /**
   * Takes one unit inside the transaction of the write it pays for. Call it last: every write of
   * the account queues for this row.
   * @throws Problem `daily_limit_exceeded`, `account_suspended`
   */
  async take(tx: EntityManager, accountId: string): Promise<Quota> {
    const { used, ...row } = await this.repository.take(tx, accountId);
    if (used !== null) return quotaOf({ ...row, used });
    if (row.status === 'suspended') throw accountSuspended();
    throw dailyLimitExceeded(await this.readIn(tx, accountId));
  }

  /** Today's quota, read on the connection of a transaction. */
  async readIn(tx: EntityManager, accountId: string): Promise<Quota> {
    const [row] = await this.repository.readIn(tx, accountId);
    return quotaOf(row!);
  }

  /** Today's quota of an account that exists. */
  async read(accountId: string): Promise<Quota> {
    const [row] = await this.repository.read([accountId]);
    return quotaOf(row!);
  }

  /** Today's usage by account id; unknown ids are left out. */
  async usageOf(accountIds: readonly string[]): Promise<Map<string, Usage>> {
    const rows = await this.repository.read(accountIds);
    return new Map(rows.map((row) => [row.accountId, quotaOf(row).usage]));
  }

  /** What an account used on each of so many UTC days before today, oldest first (CONTRACT 10). */
  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.repository.daysBefore(accountId, days);
  }
}
