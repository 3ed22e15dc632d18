import type { ReindexReport } from '../publishing/reindexing.service.js';
import type { CommandGroup } from './command-group.js';
import { Interrupted } from './interruptible.js';

/** Some documents are not found by the search; the answer, printed before, says which. */
class IndexingFailed extends Error {
  override readonly name = 'IndexingFailed';

  constructor({ faults }: ReindexReport) {
    super(`${faults.length} documents could not be indexed.`);
  }
}

const text = ({ indexed, faults }: ReindexReport): string =>
  [`Indexed ${indexed} documents.`, ...faults.map(({ id, message }) => `${id}: ${message}`)].join(
    '\n',
  );

/** `publications reindex` (CONTRACT 10). */
export const reindexCommand: CommandGroup = (group, desk, terminal) => {
  group
    .command('reindex')
    .description('let the search find the public documents that it lacks; run again at any time')
    .option('--all', 'every public document anew, such as after an upgrade')
    .action(async ({ all = false }: { all?: boolean }) => {
      const { reindexing } = await (await desk()).services();
      const report = await terminal.longWork((progress, signal) =>
        reindexing.reindex(all, progress, signal),
      );
      terminal.answer({ json: report, text: text(report) });
      if (report.interrupted) throw new Interrupted();
      if (report.faults.length > 0) throw new IndexingFailed(report);
    });
};
