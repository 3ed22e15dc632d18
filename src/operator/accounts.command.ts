import { Argument, type Command, Option } from 'commander';
import {
  CHECKS,
  type Checks,
  type Plan,
  PLANS,
  RELEASE_RULES,
  type ReleaseRule,
} from '../accounts/account-facts.js';
import type { AccountChange, AccountFacts } from '../accounts/accounts.service.js';
import type { QuotaService } from '../quota/quota.service.js';
import type { DayUsage, Usage } from '../quota/usage.js';
import { type Answer, barChart, factTable, listTable } from './answer.js';
import {
  accountIdArgument,
  approvalsArgument,
  daysArgument,
  limitArgument,
  nameArgument,
} from './arguments.js';
import type { CommandGroup } from './command-context.js';

type AccountWithUsage = AccountFacts & { readonly usage: Usage };

/** Adds today's usage to accounts, by one query. `AccountsService` cannot do this, because it cannot read the quota. */
async function accountsWithUsage(
  quota: QuotaService,
  accounts: readonly AccountFacts[],
): Promise<AccountWithUsage[]> {
  const usage = await quota.usageOf(accounts.map(({ id }) => id));
  return accounts.map((account) => ({ ...account, usage: usage.get(account.id)! }));
}

const facts = (account: Omit<AccountFacts, 'releaseRule' | 'approvals' | 'checks'>) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  'daily write limit': account.dailyWriteLimit,
  status: account.status,
  created: account.createdAt,
});

const ruleOf = ({ releaseRule, approvals }: AccountFacts): string =>
  approvals === 1 ? releaseRule : `${releaseRule}, ${approvals} approvals`;

const accountAnswer = (account: AccountFacts): Answer => ({
  json: account,
  text: factTable({ ...facts(account), 'release rule': ruleOf(account), checks: account.checks }),
});

const accountWithUsageAnswer = (account: AccountWithUsage): Answer => ({
  json: account,
  text: factTable({
    ...facts(account),
    'release rule': ruleOf(account),
    checks: account.checks,
    'used today': account.usage.used,
    remaining: account.usage.remaining,
    resets: new Date(account.usage.resetsAt),
  }),
});

const accountListAnswer = (accounts: readonly AccountWithUsage[]): Answer => ({
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

export const accountsCommands: CommandGroup = (group, services, terminal) => {
  const change = async (action: string, id: string, to: AccountChange): Promise<void> => {
    const { accounts } = await services();
    terminal.answer(accountAnswer(await accounts.change(`accounts ${action}`, id, to)));
  };

  group
    .command('create')
    .description('make an account')
    .requiredOption(
      '--name <name>',
      'name of the account, which is also the default author of its publications',
      nameArgument,
    )
    .addOption(
      new Option(
        '--plan <plan>',
        'plan of the account, which sets how many writes a day are accepted',
      )
        .choices(PLANS)
        .default('free'),
    )
    .action(async ({ name, plan }: { name: string; plan: Plan }) => {
      const { accounts } = await services();
      const {
        releaseRule: _rule,
        approvals: _approvals,
        checks: _checks,
        ...account
      } = await accounts.create(name, plan);
      terminal.answer({ json: account, text: factTable(facts(account)) });
    });

  group
    .command('list')
    .description("show every account with today's usage")
    .action(async () => {
      const { accounts, quota } = await services();
      terminal.answer(accountListAnswer(await accountsWithUsage(quota, await accounts.list())));
    });

  group
    .command('show')
    .description("show an account with today's usage")
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .action(async (id: string) => {
      const { accounts, quota } = await services();
      const [account] = await accountsWithUsage(quota, [await accounts.show(id)]);
      terminal.answer(accountWithUsageAnswer(account!));
    });

  group
    .command('set-plan')
    .description('change the plan of an account; writes already used today still count')
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .addArgument(new Argument('<plan>').choices(PLANS))
    .action((id: string, plan: Plan) => change('set-plan', id, { plan }));

  group
    .command('set-limit')
    .description('set a daily limit for one account, or return to the limit of its plan')
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .argument('<limit>', 'accepted writes per UTC day (0 or more), or "default"', limitArgument)
    .action((id: string, limit: number | null) =>
      change('set-limit', id, { dailyWriteLimit: limit }),
    );

  group
    .command('set-release-rule')
    .description(
      'set who may release the documents of an account. any-key: any key; other-key: a key that did not write the revision; confirmed: a person, at the desk or in a form of an assistant; desk: an approver at the desk',
    )
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .addArgument(new Argument('<rule>').choices(RELEASE_RULES))
    .option(
      '--approvals <number>',
      'how many different approvers have to approve a version; only with the rule desk (default: 1)',
      approvalsArgument,
    )
    .action(
      (
        id: string,
        releaseRule: ReleaseRule,
        { approvals = 1 }: { approvals?: number },
        command: Command,
      ) => {
        if (approvals > 1 && releaseRule !== 'desk') {
          command.error('error: --approvals can only be used with the rule desk');
        }
        return change('set-release-rule', id, { releaseRule, approvals });
      },
    );

  group
    .command('set-checks')
    .description(
      'set what happens if the checks find errors in a document: advice only shows them, strict also refuses its release',
    )
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .addArgument(new Argument('<checks>').choices(CHECKS))
    .action((id: string, checks: Checks) => change('set-checks', id, { checks }));

  group
    .command('suspend')
    .description('refuse all keys of an account; its public pages stay online')
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .action((id: string) => change('suspend', id, { status: 'suspended' }));

  group
    .command('resume')
    .description('accept the keys of a suspended account again')
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .action((id: string) => change('resume', id, { status: 'active' }));
};

const bars = (days: readonly DayUsage[]): string =>
  barChart(days.map(({ day, used }) => ({ label: day, value: used })));

export const usageCommand: CommandGroup = (program, services, terminal) => {
  program
    .command('usage')
    .description('show how many writes an account used today and on the days before')
    .argument('<account>', 'the account, by id or unique name', accountIdArgument)
    .option('--days <days>', 'number of UTC days to show before today', daysArgument, 30)
    .action(async (id: string, { days }: { days: number }) => {
      const { accounts, quota } = await services();
      const [account] = await accountsWithUsage(quota, [await accounts.show(id)]);
      const before = await quota.daysBefore(id, days);
      const { used, resetsAt } = account!.usage;
      const today = { day: new Date(Date.parse(resetsAt) - 1).toISOString().slice(0, 10), used };
      terminal.answer({
        json: { ...account!.usage, days: before },
        text: `${accountWithUsageAnswer(account!).text}\n${bars([...before, today])}`,
      });
    });
};
