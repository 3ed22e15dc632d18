import { factTable } from './answer.js';
import type { CommandGroup } from './command-context.js';

/** `previews …` (contract 10). */
export const previewsCommands: CommandGroup = (group, context, terminal) => {
  group
    .command('revoke')
    .description('end every preview address given out so far, at once and for good')
    .action(async () => {
      await terminal.confirm('End every preview address given out so far?');
      const { previewAddresses } = await (await context()).services();
      const revoked = await previewAddresses.revokeAll();
      terminal.answer({ json: revoked, text: factTable({ ...revoked }) });
    });
};
