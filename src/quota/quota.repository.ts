import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { READ_DAYS_BEFORE, READ_USAGE } from './quota.sql.js';
import type { DayUsage, UsageRow } from './usage.js';

@Injectable()
export class QuotaRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  read(accountIds: readonly string[]): Promise<UsageRow[]> {
    const { planFreeDailyWrites, planUpgradedDailyWrites } = this.config;
    return this.database.rows(READ_USAGE, [
      accountIds,
      planFreeDailyWrites,
      planUpgradedDailyWrites,
    ]);
  }

  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.database.rows(READ_DAYS_BEFORE, [accountId, days]);
  }
}
