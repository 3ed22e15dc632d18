import { assertCurrent } from '../platform/database/migration-state.js';
import type { CommandGroup } from './command-context.js';
import { listTable } from './answer.js';

export const dbCommands: CommandGroup = (group, _services, terminal, context) => {
  group
    .command('migrate')
    .description('apply the migrations that the database lacks')
    .action(async () => {
      const applied = await (await context()).migrate();
      const text = applied.map((name) => `Applied ${name}.`).join('\n');
      terminal.answer({ json: { applied }, text: text || 'The database is up to date.' });
    });

  group
    .command('status')
    .description('show which migrations the database has; exit status 1 if it lacks any')
    .action(async () => {
      const state = await (await context()).schema();
      terminal.answer({
        json: state,
        text: listTable(
          ['migration', 'state'],
          [
            ...state.applied.map((name) => [name, 'applied']),
            ...state.pending.map((name) => [name, 'pending']),
          ],
        ),
      });
      assertCurrent(state);
    });
};
