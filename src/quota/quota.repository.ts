import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/statement.js';
import { READ_DAYS_BEFORE, READ_USAGE, TAKE_UNIT } from './quota.statements.js';
import type { DayUsage } from './usage.js';
import type { UsageRow } from './usage-row.js';

@Injectable()
export class QuotaRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Adds one unit; `used` is `null`, and nothing is added, where the account may not spend one. */
  async take(
    tx: EntityManager,
    accountId: string,
  ): Promise<Omit<UsageRow, 'used'> & { used: number | null }> {
    const [row] = await run<UsageRow>(tx, TAKE_UNIT, this.values([accountId]));
    return row!;
  }

  /** Reads today's usage inside a transaction, so that a refusal tells the day it was refused on. */
  readIn(tx: EntityManager, accountId: string): Promise<UsageRow[]> {
    return run(tx, READ_USAGE, this.values([accountId]));
  }

  read(accountIds: readonly string[]): Promise<UsageRow[]> {
    return this.database.rows(READ_USAGE, this.values(accountIds));
  }

  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.database.rows(READ_DAYS_BEFORE, [accountId, days]);
  }

  private values(accountIds: readonly string[]): unknown[] {
    return [accountIds, this.config.planFreeDailyWrites, this.config.planUpgradedDailyWrites];
  }
}
