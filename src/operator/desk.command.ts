import type { Command } from 'commander';
import { listTable } from './answer.js';
import { accountIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

const HEAD = ['name', 'approver', 'account', 'signed in', 'last seen'];

export const deskCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('sessions')
    .description('show who is signed in at the desk, newest first')
    .option('--account <account>', 'only for this account', accountIdArgument)
    .action(async ({ account }: { account?: string }) => {
      const { accounts, deskSessions } = await services();
      if (account !== undefined) await accounts.show(account);
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
    .description('end the sessions of an account, or all of them')
    .option('--account <account>', 'of this account', accountIdArgument)
    .option('--all', 'of every account')
    .action(async ({ account, all }: { account?: string; all?: true }, command: Command) => {
      if ((account === undefined) === (all === undefined)) {
        command.error('error: give --all, or --account and the account whose sessions are to end');
      }
      const { accounts, deskSessions } = await services();
      if (account !== undefined) await accounts.show(account);
      const ended = await deskSessions.endAll(account ?? null);
      terminal.answer({ json: ended, text: `Sessions ended: ${ended.ended}` });
    });
};
