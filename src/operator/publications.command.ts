import { Option } from 'commander';
import { PUBLICATION_STATES, type PublicationState } from '../documents/publication-state.js';
import { accountIdArgument, publicationIdArgument, reasonArgument } from './arguments.js';
import type { CommandGroup } from './command-group.js';
import { exportCommand } from './export.command.js';
import { importCommand } from './import.command.js';
import { NoSuchPublication } from './no-such-publication.js';
import { ownedPublications } from './owned-publications.js';
import { LIST_HEAD, ownedBy, publicationAnswer, publicationRow } from './publication-tables.js';
import { reindexCommand } from './reindex.command.js';
import { factTable } from './table.js';

/** `publications …` (CONTRACT 10). */
export const publicationsCommands: CommandGroup = (group, desk, terminal) => {
  const services = async () => (await desk()).services();

  group
    .command('list')
    .description('show documents, oldest first, account by account')
    .option('--account <id>', 'of this account alone', accountIdArgument)
    .addOption(new Option('--state <state>', 'in this state alone').choices(PUBLICATION_STATES))
    .action(async ({ account, ...state }: { account?: string; state?: PublicationState }) => {
      const { accounts, publicationWalk } = await services();
      const owners = account ? [await accounts.show(account)] : await accounts.list();
      const ids = owners.map(({ id }) => id);
      await terminal.list({
        pages: ownedPublications(publicationWalk, ids, state),
        head: LIST_HEAD,
        row: publicationRow,
      });
    });

  group
    .command('show')
    .description('show a document; with --json, its content too')
    .argument('<id>', 'the publication', publicationIdArgument)
    .action(async (id: string) => {
      const { revisions, publications } = await services();
      const owner = await revisions.ownerOf(id);
      if (!owner) throw new NoSuchPublication(id);
      const { accountId } = owner;
      const publication = await publications.read({ accountId }, id);
      terminal.answer(publicationAnswer(ownedBy(accountId, publication)));
    });

  group
    .command('withdraw')
    .description('take a public page down (410) and out of search; it may be published again')
    .argument('<id>', 'the publication', publicationIdArgument)
    .requiredOption('--reason <reason>', 'why, for the audit', reasonArgument)
    .action(async (id: string, { reason }: { reason: string }) => {
      await terminal.confirm(`Take publication ${id} off the site?`);
      const { withdrawals } = await services();
      const withdrawn = await withdrawals.withdraw(id, reason);
      terminal.answer({ json: withdrawn, text: factTable({ ...withdrawn }) });
    });

  importCommand(group, desk, terminal);
  exportCommand(group, desk, terminal);
  reindexCommand(group, desk, terminal);
};
