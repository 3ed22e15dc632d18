import { accountIdArgument } from './arguments.js';
import type { CommandGroup } from './command-group.js';
import { Interrupted } from './interruptible.js';

interface ExportOptions {
  readonly account?: string;
  readonly drafts?: boolean;
}

/** `publications export` (CONTRACT 10). */
export const exportCommand: CommandGroup = (group, desk, terminal) => {
  group
    .command('export')
    .description('write the released documents as Markdown files, which import reads back')
    .argument('<folder>', 'where {locale}/{slug}.md is written; what is there is replaced')
    .option('--account <id>', 'of this account alone', accountIdArgument)
    .option('--drafts', 'the working revisions of all documents instead')
    .action(async (root: string, { account, drafts = false }: ExportOptions) => {
      const { exports } = await (await desk()).services();
      const request = { root, accountId: account ?? null, drafts };
      const report = await terminal.longWork((progress, signal) =>
        exports.export(request, progress, signal),
      );
      terminal.answer({ json: report, text: `Wrote ${report.files} files.` });
      if (report.interrupted) throw new Interrupted();
    });
};
