import type { AccountStatus, Plan } from '../accounts/account-facts.js';
import { Problem } from '../platform/problems/problem.js';
import type { UsageDto } from './usage.dto.js';

export type Usage = Readonly<UsageDto>;

/** The usage, and the seconds until the usage is reset, by the clock of the database. */
export interface Quota {
  readonly usage: Usage;
  readonly secondsToReset: number;
}

export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}

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

/** Computes the quota from a row (contract 4). */
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

/** Writes the quota as the IETF's `RateLimit` header fields (contract 4, draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitFields({ usage, secondsToReset }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"daily";q=${usage.dailyWriteLimit};w=86400`,
    RateLimit: `"daily";r=${usage.remaining};t=${secondsToReset}`,
  };
}

/** The write would be accepted, but the daily quota has no unit left (contract 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    details: { quota: usage },
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
