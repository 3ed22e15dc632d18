/** The rules that define who may release a revision of an account (contract 7). */
export const RELEASE_RULES = ['any-key', 'other-key', 'confirmed', 'desk'] as const;

export type ReleaseRule = (typeof RELEASE_RULES)[number];

/** Maximum number of approvals that the rule `desk` can ask for. */
export const MAX_APPROVALS = 5;

/**
 * What warnings with the severity `error` mean to a release (contract 16): `advice`, nothing; `strict`, it is refused,
 * unless an approver releases the revision all the same.
 */
export const CHECKS = ['advice', 'strict'] as const;

export type Checks = (typeof CHECKS)[number];

export const PLANS = ['free', 'upgraded'] as const;

export type Plan = (typeof PLANS)[number];

/**
 * Status of an account. If the account is suspended, its keys are refused, but its public pages stay and its accepted
 * releases continue (contract 10).
 */
export type AccountStatus = 'active' | 'suspended';
