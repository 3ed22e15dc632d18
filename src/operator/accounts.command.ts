import { Argument, Option } from 'commander';
import { type Plan, PLANS } from '../accounts/plan.js';
import { accountAnswer, accountListAnswer, accountWithUsageAnswer } from './account-tables.js';
import { accountsWithUsage } from './accounts-with-usage.js';
import { accountIdArgument, limitArgument, nameArgument } from './arguments.js';
import type { CommandGroup } from './command-group.js';

/** `accounts …` (CONTRACT 10). */
export const accountsCommands: CommandGroup = (group, desk, terminal) => {
  const services = async () => (await desk()).services();

  group
    .command('create')
    .description('make an account')
    .requiredOption(
      '--name <name>',
      'what it is called; the default author of its publications',
      nameArgument,
    )
    .addOption(
      new Option('--plan <plan>', 'how much it may write a day').choices(PLANS).default('free'),
    )
    .action(async ({ name, plan }: { name: string; plan: Plan }) => {
      const { accounts } = await services();
      terminal.answer(accountAnswer(await accounts.create(name, plan)));
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
    .argument('<id>', 'the account', accountIdArgument)
    .action(async (id: string) => {
      const { accounts, quota } = await services();
      const [account] = await accountsWithUsage(quota, [await accounts.show(id)]);
      terminal.answer(accountWithUsageAnswer(account!));
    });

  group
    .command('set-plan')
    .description('change how much an account may write a day; what it used today stays used')
    .argument('<id>', 'the account', accountIdArgument)
    .addArgument(new Argument('<plan>').choices(PLANS))
    .action(async (id: string, plan: Plan) => {
      const { accounts } = await services();
      terminal.answer(accountAnswer(await accounts.setPlan(id, plan)));
    });

  group
    .command('set-limit')
    .description("give an account a daily limit of its own, or its plan's again")
    .argument('<id>', 'the account', accountIdArgument)
    .argument('<limit>', 'accepted writes a UTC day, 0 included, or "default"', limitArgument)
    .action(async (id: string, limit: number | null) => {
      const { accounts } = await services();
      terminal.answer(accountAnswer(await accounts.setLimit(id, limit)));
    });

  group
    .command('suspend')
    .description('refuse the keys of an account; its public pages stay')
    .argument('<id>', 'the account', accountIdArgument)
    .action(async (id: string) => {
      const { accounts } = await services();
      terminal.answer(accountAnswer(await accounts.suspend(id)));
    });

  group
    .command('resume')
    .description('accept the keys of a suspended account again')
    .argument('<id>', 'the account', accountIdArgument)
    .action(async (id: string) => {
      const { accounts } = await services();
      terminal.answer(accountAnswer(await accounts.resume(id)));
    });
};
