import { factTable } from './answer.js';
import { publicationIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

export const evidenceCommand: CommandGroup = (group, context, terminal) => {
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
