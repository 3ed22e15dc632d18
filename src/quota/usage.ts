import type { Plan } from '../accounts/plan.js';

/** What an account may still write today (CONTRACT 4). */
export interface Usage {
  readonly accountId: string;
  readonly plan: Plan;
  readonly dailyWriteLimit: number;
  /** Accepted writes of the UTC day. */
  readonly used: number;
  readonly remaining: number;
  /** RFC 3339, UTC: the next midnight of the database's clock. */
  readonly resetsAt: string;
  /** The plan is `free` and nothing remains. */
  readonly upgradeRequired: boolean;
}

/** Usage, and how far away its end is by the same clock. */
export interface Quota {
  readonly usage: Usage;
  readonly secondsToReset: number;
}

/** The accepted writes of one UTC day. */
export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}
