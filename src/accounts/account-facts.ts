import type { Config } from '../platform/config/config.js';
import type { AccountStatus } from './account-status.js';
import type { Account } from './account.entity.js';
import { planDailyWrites, type Plan } from './plan.js';

/** An account as operators see it (CONTRACT 10). */
export interface AccountFacts {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Writes a UTC day: the account's own limit, or else its plan's. */
  readonly dailyWriteLimit: number;
  readonly status: AccountStatus;
  readonly createdAt: Date;
}

export const accountFacts = (account: Account, config: Config): AccountFacts => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  dailyWriteLimit: account.dailyWriteLimit ?? planDailyWrites(config)[account.plan],
  status: account.status,
  createdAt: account.createdAt,
});
