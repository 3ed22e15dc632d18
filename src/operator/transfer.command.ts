import type { Author } from '../documents/document.js';
import {
  type ImportedMenu,
  type ImportResult,
  incomplete,
  reportLines,
} from '../transfer/import-result.js';
import { visibleLine } from '../platform/logging/visible.js';
import { type Answer, factTable } from './answer.js';
import { accountIdArgument, authorArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import { CommandFailed, INTERRUPTED } from './terminal.js';

interface ImportOptions {
  readonly account: string;
  readonly publish?: boolean;
  readonly author?: Author;
  readonly root?: string;
  readonly keepLinks?: boolean;
  readonly overwrite?: boolean;
  readonly again?: boolean;
  readonly menu?: boolean;
  readonly dryRun?: boolean;
}

/** Makes a line of names with their counts, such as `layout (3), date (1)`; no line if there are none. */
const counted = (sentence: string, counts: Readonly<Record<string, number>>): string[] => {
  const names = Object.entries(counts).map(([name, count]) => `${name} (${count})`);
  return names.length > 0 ? [`${sentence}: ${names.join(', ')}.`] : [];
};

export function importAnswer(result: ImportResult, dryRun: boolean): Answer {
  const { files, created, updated, unchanged, published, conflicts, failed } = result;
  const { ignored, pictures, withoutAuthor, author } = result;
  const { links, deadLinks, addresses, menus, removedJsx, passedOver } = result;
  return {
    json: result,
    text: [
      ...(dryRun
        ? ['Nothing was written, because of --dry-run. Without it, the import would do this:']
        : []),
      factTable({
        files,
        created,
        updated,
        unchanged,
        published,
        conflicts: conflicts.length,
        failed,
        links,
        'dead links': deadLinks.length,
      }),
      ...[
        ...reportLines(result),
        ...addresses
          .filter(({ file, path }) => `/${file.replace(/\.\w+$/, '')}` !== path)
          .map(
            ({ file, path }) =>
              `${file}: ${dryRun ? 'would become' : 'became'} the document ${path}`,
          ),
        ...deadLinks.map(
          ({ file, line, target }) => `${file}:${line}: the link to ${target} leads nowhere`,
        ),
        ...menus.flatMap(menuLines),
        ...counted('Front matter that was ignored', ignored),
        ...counted('Pictures that were not imported', pictures),
        ...counted(
          'Removed or rewritten MDX imports and exports, JSX tags, shortcodes and markup of other tools',
          removedJsx,
        ),
        ...counted('Files that were skipped', passedOver),
        ...(withoutAuthor > 0
          ? [
              `Files without an author: ${withoutAuthor}. Author of their documents: ${author.name} (${author.kind}).`,
            ]
          : []),
      ].map(visibleLine),
    ].join('\n'),
  };
}

function menuLines({ locale, path, publicationId, from, isSet }: ImportedMenu): string[] {
  const made = `The menu of the locale ${locale} is the document ${path}, made from ${from ?? 'the order and names of the files'}.`;
  return isSet || publicationId === null
    ? [made]
    : [
        made,
        `When the menu is public, show it on the site with: site set-menu ${publicationId} --locale ${locale}`,
      ];
}

export const importCommand: CommandGroup = (group, services, terminal) => {
  group
    .command('import')
    .description(
      'import a folder of Markdown files with YAML front matter; a later run imports only new and changed files',
    )
    .argument(
      '<folder>',
      'the folder to import, with a folder for each locale in it, as in en/intro.md',
    )
    .requiredOption(
      '--account <id>',
      'the account that will own the documents, by id or unique name',
      accountIdArgument,
    )
    .option('--publish', 'also publish imported documents that are not public yet')
    .option('--again', 'also publish documents that were withdrawn')
    .option(
      '--overwrite',
      'also replace a document that somebody else has changed, if its file has changed as well',
    )
    .option(
      '--author <kind:name>',
      'author of files without an author, such as person:Ada (default: the account, as an organization)',
      authorArgument,
    )
    .option(
      '--root <folder>',
      'folder inside the imported folder that links such as /guide/x start from (default: the imported folder)',
    )
    .option('--keep-links', 'leave links between the files as they are')
    .option(
      '--menu',
      'also make a menu for each locale, from SUMMARY.md, from nav in mkdocs.yml, or from the folders',
    )
    .option('--dry-run', 'write nothing, only show what would be done')
    .action(async (root: string, options: ImportOptions) => {
      const {
        account,
        publish = false,
        author = null,
        root: linkRoot = '',
        keepLinks = false,
        overwrite = false,
        again = false,
        menu = false,
        dryRun = false,
      } = options;
      const { imports } = await services();
      const modes = { publish, keepLinks, overwrite, again, menu, dryRun };
      const request = { root, linkRoot, accountId: account, author, ...modes };
      const result = await terminal.longWork((progress, signal) =>
        imports.import(request, progress, signal),
      );
      terminal.answer(importAnswer(result, dryRun));
      if (result.interrupted) throw new CommandFailed(INTERRUPTED);
      const reason = incomplete(result, 'imported');
      if (reason !== undefined) throw new CommandFailed(reason);
    });
};

interface ExportOptions {
  readonly account?: string | null;
  readonly drafts?: boolean;
}

export const exportCommand: CommandGroup = (group, services, terminal) => {
  group
    .command('export')
    .description(
      'write the released documents as Markdown files that the command "publications import" can read again',
    )
    .argument(
      '<folder>',
      'the folder to write {locale}/{slug}.md into; existing files are replaced',
    )
    .option(
      '--account <id>',
      'only documents of this account, by id or unique name',
      accountIdArgument,
    )
    .option(
      '--drafts',
      'write the working (newest) revision of every document, even if it is not released',
    )
    .action(async (root: string, { account: accountId = null, drafts = false }: ExportOptions) => {
      const { exports } = await services();
      const request = { root, accountId, drafts };
      const report = await terminal.longWork((progress, signal) =>
        exports.export(request, progress, signal),
      );
      terminal.answer({ json: report, text: `Wrote ${report.files} files.` });
      if (report.interrupted) throw new CommandFailed(INTERRUPTED);
    });
};
