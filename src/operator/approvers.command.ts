import type { ApproverFacts, KeyedApprover } from '../keys/approvers.service.js';
import { type Answer, factTable, listTable } from './answer.js';
import { accountIdArgument, approverIdArgument, nameArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

/** Makes the answer to `add` and `rotate`. No other answer contains a sign-in key (contract 7). */
function keyedAnswer(approver: KeyedApprover): Answer {
  const { id, accountId, name, createdAt, key } = approver;
  const table = factTable({ id, account: accountId, name, created: createdAt });
  return {
    json: approver,
    text: `${table}\nThe sign-in key for the desk, shown only this once. Give it to this person alone:\n${key}`,
  };
}

const approverAnswer = (approver: ApproverFacts): Answer => {
  const { id, accountId, name, revokedAt, createdAt } = approver;
  return {
    json: approver,
    text: factTable({ id, account: accountId, name, revoked: revokedAt, created: createdAt }),
  };
};

const listAnswer = (approvers: readonly ApproverFacts[]): Answer => ({
  json: approvers,
  text: listTable(
    ['id', 'name', 'revoked', 'created'],
    approvers.map(({ id, name, revokedAt, createdAt }) => [id, name, revokedAt, createdAt]),
  ),
});

export const approversCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('add')
    .description(
      'add a person who releases documents at the desk or sends them back for changes, and show their sign-in key once',
    )
    .requiredOption(
      '--account <account>',
      'the account whose documents this person can release or send back, by id or unique name',
      accountIdArgument,
    )
    .requiredOption(
      '--name <name>',
      'name of the person; readers see it next to what the person releases',
      nameArgument,
    )
    .action(async ({ account, name }: { account: string; name: string }) => {
      const { approvers } = await services();
      terminal.answer(keyedAnswer(await approvers.add(account, name)));
    });

  group
    .command('list')
    .description('show the approvers of an account, also those whose access has ended')
    .requiredOption('--account <account>', 'the account, by id or unique name', accountIdArgument)
    .action(async ({ account }: { account: string }) => {
      const { approvers } = await services();
      terminal.answer(listAnswer(await approvers.list(account)));
    });

  group
    .command('revoke')
    .description(
      'end the access of an approver to the desk permanently; their sign-in key stops working within a second',
    )
    .argument('<approverId>', 'id of the approver', approverIdArgument)
    .action(async (id: string) => {
      await terminal.confirm(`End the access of the approver ${id} to the desk permanently?`);
      const { approvers } = await services();
      terminal.answer(approverAnswer(await approvers.revoke(id)));
    });

  group
    .command('rotate')
    .description(
      'make a new sign-in key for an approver, and show it once; the old key stops working immediately',
    )
    .argument('<approverId>', 'id of the approver', approverIdArgument)
    .action(async (id: string) => {
      await terminal.confirm(
        `End the sign-in key of the approver ${id} immediately, and make a new key?`,
      );
      const { approvers } = await services();
      terminal.answer(keyedAnswer(await approvers.rotate(id)));
    });
};
