import { type Command, Option } from 'commander';
import { listTable } from './answer.js';
import { accountIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

const HEAD = ['name', 'approver', 'account', 'signed in', 'last seen'];

export const deskCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('sessions')
    .description('show who is signed in at the desk, newest first')
    .option('--account <account>', 'only sessions of this account', accountIdArgument)
    .action(async ({ account }: { account?: string }) => {
      const { deskSessions } = await services();
      const sessions = await deskSessions.list(account ?? null);
      const rows = sessions.map((one) => [
        one.name,
        one.approverId,
        one.accountId,
        one.createdAt,
        one.usedAt,
      ]);
      terminal.answer({ json: sessions, text: listTable(HEAD, rows) });
    });

  group
    .command('sign-out')
    .description('sign out everybody of one account, or of all accounts')
    .option('--account <account>', 'sign out everybody of this account', accountIdArgument)
    .addOption(new Option('--all', 'sign out everybody of every account').conflicts('account'))
    .action(async ({ account, all }: { account?: string; all?: true }, command: Command) => {
      if (account === undefined && !all) {
        command.error('error: give either --account or --all');
      }
      const { deskSessions } = await services();
      const ended = await deskSessions.endAll(account ?? null);
      terminal.answer({ json: ended, text: `Sessions ended: ${ended.ended}` });
    });
};
