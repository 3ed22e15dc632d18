import type { AccountStatus } from '../accounts/account-facts.js';
import type { Plan } from '../accounts/plan.js';
import type { Quota } from './usage.js';

/** The units of an account today, as queries return them. */
export interface UsageRow {
  readonly accountId: string;
  readonly plan: Plan;
  readonly status: AccountStatus;
  readonly dailyLimit: number;
  /** RFC 3339, UTC. */
  readonly resetsAt: string;
  readonly secondsToReset: number;
  readonly used: number;
}

/** What a row says about the quota (CONTRACT 4). */
export function quotaOf(row: UsageRow): Quota {
  const { accountId, plan, dailyLimit, used, resetsAt, secondsToReset } = row;
  const remaining = Math.max(0, dailyLimit - used);
  return {
    usage: {
      accountId,
      plan,
      dailyWriteLimit: dailyLimit,
      used,
      remaining,
      resetsAt,
      upgradeRequired: plan === 'free' && remaining === 0,
    },
    secondsToReset,
  };
}
