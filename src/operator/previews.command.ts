import { factTable } from './answer.js';
import { publicationIdArgument, revisionArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import { CommandFailed } from './terminal.js';

/** `publications preview` (CONTRACT 10): the view of section 4. */
export const publicationPreviewCommand: CommandGroup = (group, context, terminal) => {
  group
    .command('preview')
    .description('show the address at which a revision can be seen as it will look')
    .argument('<id>', 'the publication', publicationIdArgument)
    .option('--revision <version>', 'this one; else the working revision', revisionArgument)
    .action(async (id: string, { revision }: { revision?: number }) => {
      const { revisions, publicationViews } = await (await context()).services();
      const owner = await revisions.ownerOf(id);
      if (!owner) throw new CommandFailed(`There is no publication ${id}.`);
      const query = { view: 'preview', ...(revision !== undefined && { revision }) } as const;
      const { preview } = await publicationViews.read(owner, id, query);
      const { url, expiresAt, revision: shown } = preview!;
      const facts = { revision: shown, url, expires: new Date(expiresAt) };
      terminal.answer({ json: preview, text: factTable(facts) });
    });
};

/** `previews …` (CONTRACT 10). */
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
