import type { Plan } from './plan.js';
import type { ReleaseRule } from './release-rule.js';

/**
 * Status of an account. If the account is suspended, its keys are refused, but its public pages stay and its accepted
 * releases continue (contract 10).
 */
export type AccountStatus = 'active' | 'suspended';

export interface AccountFacts {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Maximum number of accepted writes per UTC day: the limit set for this account, or the limit of its plan. */
  readonly dailyWriteLimit: number;
  readonly status: AccountStatus;
  readonly releaseRule: ReleaseRule;
  readonly createdAt: Date;
}
