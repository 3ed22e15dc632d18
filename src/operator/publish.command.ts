import { incomplete, reportLines } from '../transfer/import-result.js';
import { factTable } from './answer.js';
import {
  type ClientOptions,
  publisherKey,
  serviceOrigin,
  withClientOptions,
} from './client-options.js';
import type { CommandGroup } from './command-context.js';
import type { PublishedAll, PublishReport } from './publish-files.js';
import { CommandFailed } from './terminal.js';

interface PublishOptions extends ClientOptions {
  readonly wait?: true;
  readonly overwrite?: true;
  readonly again?: true;
}

/**
 * `publish` (contract 10): works like a client, with a key over HTTP. If the command runs again, it writes only what has
 * changed.
 */
export const publishCommand: CommandGroup = (program, _services, terminal, context) => {
  const command = program
    .command('publish')
    .description(
      'create, update and publish documents from Markdown files, over the HTTP API and with a publisher key',
    )
    .argument(
      '<path>',
      'a Markdown file or a folder; in a folder with the name of a locale, such as en/, a file needs no front matter',
    )
    .option('--wait', 'wait until the pages are public and found by search')
    .option(
      '--overwrite',
      'also replace a document that somebody else has changed, if its file has changed as well',
    )
    .option('--again', 'also publish documents that were withdrawn');
  withClientOptions(command).action(async (path: string, options: PublishOptions) => {
    const key = publisherKey(options);
    if (!key)
      throw new CommandFailed(
        'Set IMPRIMATUR_KEY to a publisher key, or use --key-file to name a file that contains the key.',
      );
    const { wait = false, overwrite = false, again = false } = options;
    // Loaded here, so that other commands do not load the client and the parser of files.
    const { publishFiles } = await import('./publish-files.js');
    const url = await serviceOrigin(options, context);
    const request = { path, url, key, wait, overwrite, again };
    const all = await terminal.longWork((progress, signal) =>
      publishFiles(request, progress, signal),
    );
    const lines = linesOf(all.report);
    const [document] = all.documents;
    if (all.isOneFile) {
      for (const line of lines) terminal.note(line);
      if (document) {
        const { url: page, state, indexStatus } = document;
        terminal.answer({ json: document, text: `${page} is ${state}; search: ${indexStatus}` });
      }
    } else {
      const { files, created, updated, unchanged, published, conflicts, failed, left } = all.report;
      const counts = { files, created, updated, unchanged, published };
      const table = factTable({ ...counts, conflicts: conflicts.length, failed, left });
      terminal.answer({ json: all.report, text: [table, ...lines].join('\n') });
    }
    failIfIncomplete(all, wait);
  });
};

const linesOf = (report: PublishReport): string[] => [
  ...reportLines(report),
  ...report.broken.map(
    ({ file, path }) =>
      `${file}: the published page lacks this picture, link or included file: ${path}`,
  ),
  ...report.notTaken.map(
    ({ file, keys }) =>
      `${file}: ${keys.join(', ')}: left out, because only the command "publications import" reads this part of the front matter`,
  ),
  ...report.forgotten.map(
    (folder) =>
      `${folder}: this folder cannot be written to, so the next run will not know what this run published`,
  ),
];

/** @throws CommandFailed if a file was not published, a release has failed, or the wait for a page was in vain */
function failIfIncomplete({ report, isOneFile, documents }: PublishedAll, wait: boolean): void {
  const { files, notPublished, notes, left, stopped } = report;
  if (stopped !== null) {
    throw new CommandFailed(
      left === 0
        ? stopped
        : `${stopped} ${left} of ${files} files are left: run the command again.`,
    );
  }
  const reason = incomplete(report, 'published');
  if (reason !== undefined) throw new CommandFailed(reason);
  if (isOneFile && notPublished.length + notes.length > 0)
    throw new CommandFailed('The file was not published.');
  for (const { url, state, indexStatus, publishError } of documents) {
    if (publishError) {
      throw new CommandFailed(`${url}: ${publishError.code}: ${publishError.message}`);
    }
    if (wait && (state === 'publishing' || indexStatus === 'pending')) {
      throw new CommandFailed(
        `${url} is still ${state}; search: ${indexStatus}. Run the command again to wait longer.`,
      );
    }
  }
}
