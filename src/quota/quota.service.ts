import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { READ_DAYS_BEFORE, READ_USAGE } from './quota.sql.js';
import { type DayUsage, type Quota, quotaOf, type Usage, type UsageRow } from './usage.js';

/** Reads the daily quota of accounts (contract 5). Only the statements of accepted writes take units. */
@Injectable()
export class QuotaService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Reads today's quota of an account, which must exist. */
  async read(accountId: string): Promise<Quota> {
    const [row] = await this.database.accountRows<UsageRow>(
      accountId,
      READ_USAGE,
      this.values([accountId]),
    );
    return quotaOf(row!);
  }

  /** Returns today's usage by account id, for operators; unknown ids are left out. */
  async usageOf(accountIds: readonly string[]): Promise<Map<string, Usage>> {
    const rows = await this.database.rows<UsageRow>(READ_USAGE, this.values(accountIds));
    return new Map(rows.map((row) => [row.accountId, quotaOf(row).usage]));
  }

  /** Returns the units that an account used on each of the `days` UTC days before today, oldest first (contract 10). */
  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.database.rows(READ_DAYS_BEFORE, [accountId, days]);
  }

  private values(accountIds: readonly string[]): unknown[] {
    return [accountIds, this.config.planFreeDailyWrites, this.config.planUpgradedDailyWrites];
  }
}
