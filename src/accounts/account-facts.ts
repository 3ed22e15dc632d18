import type { Plan } from './plan.js';
import type { ReleaseRule } from './release-rule.js';

/** `suspended`: its keys are refused; its public pages stay, and accepted releases go on (contract 10). */
export type AccountStatus = 'active' | 'suspended';

export interface AccountFacts {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Writes a UTC day: the account's own limit, or else its plan's. */
  readonly dailyWriteLimit: number;
  readonly status: AccountStatus;
  readonly releaseRule: ReleaseRule;
  readonly createdAt: Date;
}
