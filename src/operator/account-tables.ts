import type { AccountFacts } from '../accounts/account-facts.js';
import type { AccountWithUsage } from './accounts-with-usage.js';
import type { Answer } from './answer.js';
import { factTable, listTable } from './table.js';

const facts = (account: AccountFacts) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  'daily write limit': account.dailyWriteLimit,
  status: account.status,
  created: account.createdAt,
});

export const accountAnswer = (account: AccountFacts): Answer => ({
  json: account,
  text: factTable(facts(account)),
});

export const accountWithUsageAnswer = (account: AccountWithUsage): Answer => ({
  json: account,
  text: factTable({
    ...facts(account),
    'used today': account.usage.used,
    remaining: account.usage.remaining,
    resets: new Date(account.usage.resetsAt),
  }),
});

export const accountListAnswer = (accounts: readonly AccountWithUsage[]): Answer => ({
  json: accounts,
  text: listTable(
    ['id', 'name', 'plan', 'limit', 'used', 'remaining', 'status', 'created'],
    accounts.map(({ usage, ...account }) => [
      account.id,
      account.name,
      account.plan,
      account.dailyWriteLimit,
      usage.used,
      usage.remaining,
      account.status,
      account.createdAt,
    ]),
  ),
});
