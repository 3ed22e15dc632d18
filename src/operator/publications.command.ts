import { Option } from 'commander';
import type { PublicationItemDto } from '../publications/dto/publication.dto.js';
import { PUBLICATION_STATES, type PublicationState } from '../documents/publication-state.js';
import { hrefOf } from '../documents/page-path.js';
import { visibleLine } from '../platform/logging/visible.js';
import type { ReindexReport } from '../releases/reindexing.service.js';
import { SEVERITIES, type Severity } from '../warnings/warning-codes.js';
import { factTable } from './answer.js';
import { accountIdArgument, publicationIdArgument, reasonArgument } from './arguments.js';
import type { CommandGroup, Services } from './command-context.js';
import { eraseCommand } from './erase.command.js';
import { confirmPlaces, placesText } from './site.command.js';
import { ownerOf, publicationViewCommands } from './publication-views.command.js';
import { LIST_HEAD, type Owned, publicationAnswer, publicationRow } from './publication-tables.js';
import { CommandFailed, INTERRUPTED } from './terminal.js';
import { exportCommand, importCommand } from './transfer.command.js';

interface Filters {
  readonly state?: PublicationState;
  readonly warnings?: Severity;
}

async function* ownedPublications(
  { publicationLists }: Services,
  accountIds: readonly string[],
  filters: Filters,
): AsyncGenerator<Owned<PublicationItemDto>[]> {
  for (const accountId of accountIds) {
    for await (const page of publicationLists.all(accountId, filters)) {
      yield page.map((item) => Object.assign({ accountId }, item));
    }
  }
}

const evidenceCommand: CommandGroup = (group, services, terminal) => {
  group
    .command('evidence')
    .description(
      'write a folder of evidence for an auditor: each released version of a document, its signed record, the decision to release it, and the audit of the document',
    )
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .argument('[folder]', 'the folder to write, which must not exist yet (default: evidence-ID)')
    .action(async (id: string, folder = `evidence-${id}`) => {
      const { evidence } = await services();
      const report = await terminal.longWork((progress, signal) =>
        evidence.write(id, folder, progress, signal),
      );
      terminal.answer({ json: report, text: factTable({ ...report }) });
    });
};

const reindexText = ({ indexed, workingRevisions, inFlight, faults }: ReindexReport): string =>
  [
    `Indexed ${indexed} documents.`,
    ...(workingRevisions > 0
      ? [
          `The search index of ${workingRevisions} working revisions is being rebuilt in the background.`,
        ]
      : []),
    ...(inFlight > 0
      ? [
          `${inFlight} documents were not indexed now, because they are being released. Their releases index them.`,
        ]
      : []),
    ...faults.map(({ id, message }) => visibleLine(`${id}: ${message}`)),
  ].join('\n');

const reindexCommand: CommandGroup = (group, services, terminal) => {
  group
    .command('reindex')
    .description(
      'index the public documents that the search does not find yet; you can run it at any time',
    )
    .option(
      '--all',
      'index every public document and working revision again, for example after an upgrade',
    )
    .option('--render', 'also render every public document again; versions and dates stay the same')
    .action(async ({ all = false, render = false }: { all?: boolean; render?: boolean }) => {
      const { reindexing } = await services();
      const report = await terminal.longWork((progress, signal) =>
        reindexing.reindex({ all, render }, progress, signal),
      );
      terminal.answer({ json: report, text: reindexText(report) });
      if (report.interrupted) throw new CommandFailed(INTERRUPTED);
      if (report.faults.length > 0) {
        throw new CommandFailed(`${report.faults.length} documents could not be indexed.`);
      }
    });
};

export const publicationsCommands: CommandGroup = (group, services, terminal, context) => {
  group
    .command('list')
    .description('show the documents of each account, oldest first')
    .option('--account <account>', 'only documents of this account', accountIdArgument)
    .addOption(
      new Option('--state <state>', 'only documents in this state').choices(PUBLICATION_STATES),
    )
    .addOption(
      new Option('--warnings [severity]', 'only documents with warnings of this severity')
        .choices(SEVERITIES)
        .preset('error'),
    )
    .action(async ({ account, ...filters }: Filters & { account?: string }) => {
      const all = await services();
      const { accounts } = all;
      const owners = account ? [await accounts.show(account)] : await accounts.list();
      const ids = owners.map(({ id }) => id);
      const names = new Map(owners.map(({ id, name }) => [id, name]));
      await terminal.list({
        pages: ownedPublications(all, ids, filters),
        head: LIST_HEAD,
        row: (publication) => publicationRow(publication, names.get(publication.accountId)!),
      });
    });

  group
    .command('show')
    .description('show a document; with --json also its content')
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .action(async (id: string) => {
      const all = await services();
      const { accountId } = await ownerOf(all, id);
      const publication = await all.publications.read({ accountId }, id);
      terminal.answer(publicationAnswer(Object.assign({ accountId }, publication)));
    });

  group
    .command('withdraw')
    .description(
      'take a document off the site (its address then answers 410) and out of search; it can be published again',
    )
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .requiredOption(
      '--reason <reason>',
      'reason for the withdrawal; only the audit shows it',
      reasonArgument,
    )
    .option(
      '--notice <notice>',
      'message that readers get at the address of the withdrawn document',
      reasonArgument,
    )
    .action(async (id: string, { reason, notice }: { reason: string; notice?: string }) => {
      await terminal.confirm(`Take publication ${id} off the site?`);
      const all = await services();
      const { withdrawals, sitePlaces } = all;
      await ownerOf(all, id);
      await confirmPlaces(terminal, await sitePlaces.of(id));
      const { places, ...withdrawn } = await withdrawals.withdraw(id, reason, notice);
      const { locale, slug } = withdrawn;
      const said = `Withdrawn: ${locale}/${slug} is no longer public, and the search no longer finds it.`;
      terminal.answer({
        json: { ...withdrawn, places },
        text: [said, ...placesText(places), factTable(withdrawn)].join('\n'),
      });
    });

  group
    .command('supersede')
    .description(
      'take a document off the site, and redirect its readers to another document (301); it can be published again',
    )
    .argument('<old>', 'id of the publication to take off the site', publicationIdArgument)
    .argument(
      '<new>',
      'id of the public publication to which readers are redirected',
      publicationIdArgument,
    )
    .action(async (oldId: string, newId: string) => {
      await terminal.confirm(
        `Take publication ${oldId} off the site, and redirect its readers to ${newId}?`,
      );
      const { withdrawals } = await services();
      const superseded = await withdrawals.supersede(oldId, newId);
      const said = `${hrefOf(superseded)} redirects to ${hrefOf(superseded.supersededBy)}. Lists and search now show only the second document.`;
      terminal.answer({
        json: superseded,
        text: [said, ...placesText(superseded.places)].join('\n'),
      });
    });

  for (const commands of MORE) commands(group, services, terminal, context);
};

/** The other commands about publications, in the order in which the help shows them. */
const MORE = [
  eraseCommand,
  publicationViewCommands,
  importCommand,
  exportCommand,
  evidenceCommand,
  reindexCommand,
];
