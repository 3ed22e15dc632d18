import type { ImportReport } from '../transfer/import-report.js';
import type { Answer } from './answer.js';
import { accountIdArgument } from './arguments.js';
import type { CommandGroup } from './command-group.js';
import { Interrupted } from './interruptible.js';
import { factTable } from './table.js';

interface ImportOptions {
  readonly account: string;
  readonly publish?: boolean;
}

/** Some files were not taken; the answer, printed before, says which and why. */
class FilesFailed extends Error {
  override readonly name = 'FilesFailed';

  constructor({ failed, files }: ImportReport) {
    super(`${failed} of ${files} files have faults; mend them and run the same command again.`);
  }
}

function importAnswer(report: ImportReport): Answer {
  const { files, created, updated, unchanged, published, failed, faults, ignored } = report;
  const keys = Object.entries(ignored).map(([key, count]) => `${key} (${count})`);
  return {
    json: report,
    text: [
      factTable({ files, created, updated, unchanged, published, failed }),
      ...faults.map(({ file, field, message }) => `${file}: ${field ? `${field} ` : ''}${message}`),
      ...(keys.length > 0 ? [`Front matter that means nothing here: ${keys.join(', ')}.`] : []),
    ].join('\n'),
  };
}

/** `publications import` (CONTRACT 10). */
export const importCommand: CommandGroup = (group, desk, terminal) => {
  group
    .command('import')
    .description(
      'take in a folder of Markdown files with YAML front matter; run again, what is new or changed',
    )
    .argument('<folder>', 'such as an existing wiki; a folder in it named by locale: en/intro.md')
    .requiredOption('--account <id>', 'whose documents they become', accountIdArgument)
    .option('--publish', 'publish, too, what is not public yet')
    .action(async (root: string, { account, publish = false }: ImportOptions) => {
      const { imports } = await (await desk()).services();
      const request = { root, accountId: account, publish };
      const report = await terminal.longWork((progress, signal) =>
        imports.import(request, progress, signal),
      );
      terminal.answer(importAnswer(report));
      if (report.interrupted) throw new Interrupted();
      if (report.failed > 0) throw new FilesFailed(report);
    });
};
