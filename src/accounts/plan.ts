import type { Config } from '../platform/config/config.js';

/** What an account may do a day, by name; the numbers are configuration (CONTRACT 5). */
export const PLANS = ['free', 'upgraded'] as const;

export type Plan = (typeof PLANS)[number];

/** Writes a UTC day that each plan includes (CONTRACT 5). */
export const planDailyWrites = (config: Config): Readonly<Record<Plan, number>> => ({
  free: config.planFreeDailyWrites,
  upgraded: config.planUpgradedDailyWrites,
});
