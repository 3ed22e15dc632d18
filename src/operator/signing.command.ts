import { factTable, listTable } from './answer.js';
import type { CommandGroup } from './command-context.js';

const HEAD = ['key', 'signs', 'since'];

export const signingCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('show')
    .description('show the keys that releases are or were signed with, the newest first')
    .action(async () => {
      const { signingKeys } = await services();
      const keys = await signingKeys.show();
      const rows = keys.map(({ kid, isActive, createdAt }) => [
        kid,
        isActive ? 'yes' : 'no',
        createdAt,
      ]);
      terminal.answer({ json: keys, text: listTable(HEAD, rows) });
    });

  group
    .command('rotate')
    .description('sign releases with a new key from now on; old signatures stay valid')
    .action(async () => {
      await terminal.confirm('Sign releases with a new key from now on?');
      const { signingKeys } = await services();
      const key = await signingKeys.rotate();
      terminal.answer({ json: key, text: factTable({ ...key }) });
    });
};
