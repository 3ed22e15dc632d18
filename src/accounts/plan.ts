import type { Config } from '../platform/config/config.js';

export const PLANS = ['free', 'upgraded'] as const;

export type Plan = (typeof PLANS)[number];

/** Returns the maximum number of accepted writes per UTC day for each plan (contract 5). */
export const planDailyWrites = (config: Config): Readonly<Record<Plan, number>> => ({
  free: config.planFreeDailyWrites,
  upgraded: config.planUpgradedDailyWrites,
});
