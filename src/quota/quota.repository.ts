import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { AccountReads, Database } from '../platform/database/database.js';
import { READ_DAYS_BEFORE, READ_USAGE } from './quota.sql.js';
import type { DayUsage, UsageRow } from './usage.js';

@Injectable()
export class QuotaRepository {
  constructor(
    private readonly database: Database,
    private readonly reads: AccountReads,
    private readonly config: Config,
  ) {}

  async read(accountId: string): Promise<UsageRow> {
    const [row] = await this.reads.rows<UsageRow>(accountId, READ_USAGE, this.values([accountId]));
    return row!;
  }

  /** For operators. */
  readAll(accountIds: readonly string[]): Promise<UsageRow[]> {
    return this.database.rows(READ_USAGE, this.values(accountIds));
  }

  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.database.rows(READ_DAYS_BEFORE, [accountId, days]);
  }

  private values(accountIds: readonly string[]): unknown[] {
    return [accountIds, this.config.planFreeDailyWrites, this.config.planUpgradedDailyWrites];
  }
}
