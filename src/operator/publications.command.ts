import { Option } from 'commander';
import type { Author } from '../publications/document/document.js';
import type { PublicationSummaryDto } from '../publications/dto/publication.dto.js';
import {
  PUBLICATION_STATES,
  type PublicationState,
} from '../publications/document/publication-state.js';
import type { ReindexReport } from '../releases/reindexing.service.js';
import type { ImportResult } from '../transfer/import-result.js';
import { type Answer, factTable } from './answer.js';
import {
  accountIdArgument,
  authorArgument,
  publicationIdArgument,
  reasonArgument,
} from './arguments.js';
import type { CommandGroup, Services } from './command-context.js';
import { eraseCommand } from './erase.command.js';
import { ownerOf, publicationViewCommands } from './publication-views.command.js';
import {
  LIST_HEAD,
  type Owned,
  ownedBy,
  publicationAnswer,
  publicationRow,
} from './publication-tables.js';
import { CommandFailed, INTERRUPTED } from './terminal.js';

async function* ownedPublications(
  { publicationWalk, releasedDocuments }: Services,
  accountIds: readonly string[],
  filters: { readonly state?: PublicationState },
): AsyncGenerator<Owned<PublicationSummaryDto>[]> {
  for (const accountId of accountIds) {
    for await (const page of publicationWalk.pages(accountId, filters)) {
      const withdrawn = await releasedDocuments.withdrawn(page);
      yield page.map((item) => ownedBy(accountId, withdrawn, item));
    }
  }
}

interface ImportOptions {
  readonly account: string;
  readonly publish?: boolean;
  readonly author?: Author;
  readonly keepLinks?: boolean;
  readonly dryRun?: boolean;
}

/** Makes a line of names with their counts, such as `layout (3), date (1)`; no line if there are none. */
const counted = (sentence: string, counts: Readonly<Record<string, number>>): string[] => {
  const names = Object.entries(counts).map(([name, count]) => `${name} (${count})`);
  return names.length > 0 ? [`${sentence}: ${names.join(', ')}.`] : [];
};

function importAnswer(result: ImportResult, dryRun: boolean): Answer {
  const { files, created, updated, unchanged, published, failed, faults } = result;
  const { ignored, pictures, withoutAuthor, author } = result;
  return {
    json: result,
    text: [
      ...(dryRun ? ['Nothing was written. This would be done:'] : []),
      factTable({ files, created, updated, unchanged, published, failed }),
      ...faults.map(({ file, field, message }) => `${file}: ${field ? `${field} ` : ''}${message}`),
      ...counted('Front matter that means nothing here', ignored),
      ...counted('Pictures that were not imported', pictures),
      ...(withoutAuthor > 0
        ? [
            `Author of the ${withoutAuthor} files without an author: ${author.name} (${author.kind}).`,
          ]
        : []),
    ].join('\n'),
  };
}

const importCommand: CommandGroup = (group, context, terminal) => {
  group
    .command('import')
    .description(
      'take in a folder of Markdown files with YAML front matter; run again, what is new or changed',
    )
    .argument('<folder>', 'such as an existing wiki; a folder in it named by locale: en/intro.md')
    .requiredOption('--account <id>', 'whose documents they become', accountIdArgument)
    .option('--publish', 'publish, too, what is not public yet')
    .option(
      '--author <kind:name>',
      'of files without one, such as person:Ada (default: the account, as an organization)',
      authorArgument,
    )
    .option('--keep-links', 'leave links between the files as they are')
    .option('--dry-run', 'write nothing, but say what would be done')
    .action(async (root: string, options: ImportOptions) => {
      const {
        account,
        publish = false,
        author = null,
        keepLinks = false,
        dryRun = false,
      } = options;
      const { imports } = await (await context()).services();
      const request = { root, accountId: account, publish, author, keepLinks, dryRun };
      const result = await terminal.longWork((progress, signal) =>
        imports.import(request, progress, signal),
      );
      terminal.answer(importAnswer(result, dryRun));
      if (result.interrupted) throw new CommandFailed(INTERRUPTED);
      if (result.failed > 0) {
        throw new CommandFailed(
          `${result.failed} of ${result.files} files have faults; correct them and run the same command again.`,
        );
      }
    });
};

interface ExportOptions {
  readonly account?: string;
  readonly drafts?: boolean;
}

const exportCommand: CommandGroup = (group, context, terminal) => {
  group
    .command('export')
    .description('write the released documents as Markdown files, which import reads back')
    .argument('<folder>', 'where {locale}/{slug}.md is written; what is there is replaced')
    .option('--account <id>', 'of this account alone', accountIdArgument)
    .option('--drafts', 'the working revisions of all documents instead')
    .action(async (root: string, { account, drafts = false }: ExportOptions) => {
      const { exports } = await (await context()).services();
      const request = { root, accountId: account ?? null, drafts };
      const report = await terminal.longWork((progress, signal) =>
        exports.export(request, progress, signal),
      );
      terminal.answer({ json: report, text: `Wrote ${report.files} files.` });
      if (report.interrupted) throw new CommandFailed(INTERRUPTED);
    });
};

const evidenceCommand: CommandGroup = (group, context, terminal) => {
  group
    .command('evidence')
    .description(
      'write a folder for an auditor: every released version with its record, decision and audit',
    )
    .argument('<id>', 'the publication', publicationIdArgument)
    .argument('[folder]', 'a new one; without it evidence-ID')
    .action(async (id: string, folder = `evidence-${id}`) => {
      const { evidence } = await (await context()).services();
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
      ? [`The workers index ${workingRevisions} working revisions again.`]
      : []),
    ...(inFlight > 0
      ? [`${inFlight} are being released and will be indexed by their releases.`]
      : []),
    ...faults.map(({ id, message }) => `${id}: ${message}`),
  ].join('\n');

const reindexCommand: CommandGroup = (group, context, terminal) => {
  group
    .command('reindex')
    .description('let the search find the public documents that it lacks; run again at any time')
    .option('--all', 'every public document and working revision again, such as after an upgrade')
    .option('--render', 'every public document is rendered again, too, under its version and dates')
    .action(async ({ all = false, render = false }: { all?: boolean; render?: boolean }) => {
      const { reindexing } = await (await context()).services();
      const report = await terminal.longWork((progress, signal) =>
        reindexing.reindex({ all, drafts: all, render }, progress, signal),
      );
      terminal.answer({ json: report, text: reindexText(report) });
      if (report.interrupted) throw new CommandFailed(INTERRUPTED);
      if (report.faults.length > 0) {
        throw new CommandFailed(`${report.faults.length} documents could not be indexed.`);
      }
    });
};

export const publicationsCommands: CommandGroup = (group, context, terminal) => {
  const services = async () => (await context()).services();

  group
    .command('list')
    .description('show documents, oldest first, account by account')
    .option('--account <id>', 'of this account alone', accountIdArgument)
    .addOption(new Option('--state <state>', 'in this state alone').choices(PUBLICATION_STATES))
    .action(async ({ account, ...state }: { account?: string; state?: PublicationState }) => {
      const all = await services();
      const { accounts } = all;
      const owners = account ? [await accounts.show(account)] : await accounts.list();
      const ids = owners.map(({ id }) => id);
      await terminal.list({
        pages: ownedPublications(all, ids, state),
        head: LIST_HEAD,
        row: publicationRow,
      });
    });

  group
    .command('show')
    .description('show a document; with --json, its content too')
    .argument('<id>', 'the publication', publicationIdArgument)
    .action(async (id: string) => {
      const all = await services();
      const { publications, releasedDocuments } = all;
      const owner = await ownerOf(all, id);
      const { accountId } = owner;
      const publication = await publications.read({ accountId }, id);
      const withdrawn = await releasedDocuments.withdrawn([owner]);
      terminal.answer(publicationAnswer(ownedBy(accountId, withdrawn, publication)));
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

  eraseCommand(group, context, terminal);
  publicationViewCommands(group, context, terminal);
  importCommand(group, context, terminal);
  exportCommand(group, context, terminal);
  evidenceCommand(group, context, terminal);
  reindexCommand(group, context, terminal);
};
