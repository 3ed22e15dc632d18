import { publicationIdArgument, reasonArgument } from './arguments.js';
import type { CommandGroup } from './command-group.js';
import { factTable } from './table.js';

/** `publications …` (CONTRACT 10). */
export const publicationsCommands: CommandGroup = (group, desk, answer) => {
  group
    .command('withdraw')
    .description('take a public page down (410) and out of search; it may be published again')
    .argument('<id>', 'the publication', publicationIdArgument)
    .requiredOption('--reason <reason>', 'why, for the audit', reasonArgument)
    .action(async (id: string, { reason }: { reason: string }) => {
      const { withdrawals } = await (await desk()).services();
      const withdrawn = await withdrawals.withdraw(id, reason);
      answer({ json: withdrawn, text: factTable({ ...withdrawn }) });
    });
};
