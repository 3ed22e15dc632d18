import type { Config } from '../platform/config/config.js';

export const PLANS = ['free', 'upgraded'] as const;

export type Plan = (typeof PLANS)[number];

/** Returns how many accepted writes per UTC day each plan includes (contract 5). */
export const planDailyWrites = (config: Config): Readonly<Record<Plan, number>> => ({
  free: config.planFreeDailyWrites,
  upgraded: config.planUpgradedDailyWrites,
});
