import type { Plan } from './plan.js';
import type { ReleaseRule } from './release-rule.js';

/** A suspended account: its keys are refused, its public pages stay, and accepted releases continue (contract 10). */
export type AccountStatus = 'active' | 'suspended';

export interface AccountFacts {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Accepted writes per UTC day: the limit set for this account, or the limit of its plan. */
  readonly dailyWriteLimit: number;
  readonly status: AccountStatus;
  readonly releaseRule: ReleaseRule;
  readonly createdAt: Date;
}
