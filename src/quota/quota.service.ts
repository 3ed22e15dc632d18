import { Injectable } from '@nestjs/common';
import { QuotaRepository } from './quota.repository.js';
import { type DayUsage, type Quota, quotaOf, type Usage } from './usage.js';

/** What accounts have used of their daily units (CONTRACT 5); an accepted write takes its own. */
@Injectable()
export class QuotaService {
  constructor(private readonly repository: QuotaRepository) {}

  /** Today's quota of an account that exists. */
  async read(accountId: string): Promise<Quota> {
    return quotaOf(await this.repository.read(accountId));
  }

  /** Today's usage by account id; unknown ids are left out. */
  async usageOf(accountIds: readonly string[]): Promise<Map<string, Usage>> {
    const rows = await this.repository.readAll(accountIds);
    return new Map(rows.map((row) => [row.accountId, quotaOf(row).usage]));
  }

  /** What an account used on each of so many UTC days before today, oldest first (CONTRACT 10). */
  daysBefore(accountId: string, days: number): Promise<DayUsage[]> {
    return this.repository.daysBefore(accountId, days);
  }
}
