import type { ErasureReport } from '../erasure/erasing.service.js';
import { type Answer, factTable, listTable } from './answer.js';
import { publicationIdArgument, reasonArgument, revisionArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import { confirmPlaces } from './site.command.js';

function erasureAnswer(report: ErasureReport): Answer {
  const { id, locale, slug, version, erasedAt, reason, removed } = report;
  const facts = {
    id,
    locale,
    slug,
    erased: version === null ? 'the document' : `version ${version}`,
  };
  return {
    json: report,
    text: [
      factTable({ ...facts, at: erasedAt, reason }),
      listTable(['removed from', 'rows'], Object.entries(removed)),
      'Backups, replicas and the transaction log still contain the erased text until they expire: see docs/operations.md, "Erasing a document".',
    ].join('\n'),
  };
}

export const eraseCommand: CommandGroup = (group, services, terminal) => {
  group
    .command('erase')
    .description(
      'permanently remove all text of a document, or of one revision that is not public; run the command again if it was interrupted',
    )
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .option('--version <version>', 'erase only the revision with this number', revisionArgument)
    .requiredOption(
      '--reason <reason>',
      'reason for the erasure, for the audit; if you erase only one revision, the account sees the reason, too',
      reasonArgument,
    )
    .action(async (id: string, { version, reason }: { version?: number; reason: string }) => {
      const what =
        version === undefined ? 'all of publication' : `version ${version} of publication`;
      await terminal.confirm(`Erase ${what} ${id} permanently?`);
      const { erasing, sitePlaces } = await services();
      if (version === undefined) await confirmPlaces(terminal, await sitePlaces.of(id));
      terminal.answer(erasureAnswer(await erasing.erase({ id, version: version ?? null, reason })));
    });
};
