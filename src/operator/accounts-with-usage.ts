import type { AccountFacts } from '../accounts/account-facts.js';
import type { QuotaService } from '../quota/quota.service.js';
import type { Usage } from '../quota/usage.js';

/** An account, and what it used of its limit today. */
export interface AccountWithUsage extends AccountFacts {
  readonly usage: Usage;
}

/** Accounts know nothing of quota, so their usage is looked up here, for all of them at once. */
export async function accountsWithUsage(
  quota: QuotaService,
  accounts: readonly AccountFacts[],
): Promise<AccountWithUsage[]> {
  const usage = await quota.usageOf(accounts.map(({ id }) => id));
  return accounts.map((account) => ({ ...account, usage: usage.get(account.id)! }));
}
