import { Command } from 'commander';
import { accountsCommands } from './accounts.command.js';
import { auditCommands } from './audit.command.js';
import type { CommandGroup, OpenDesk } from './command-group.js';
import { dbCommands } from './db.command.js';
import { doctorCommand } from './doctor.command.js';
import { keysCommands } from './keys.command.js';
import { publicationsCommands } from './publications.command.js';
import { type Manners, type Streams, Terminal } from './terminal.js';
import { usageCommand } from './usage.command.js';

/** Commands by their noun, in the order of the help. */
const GROUPS: readonly [noun: string, description: string, commands: CommandGroup][] = [
  ['accounts', 'who may write, and how much', accountsCommands],
  ['keys', 'the bearer keys of accounts', keysCommands],
  ['publications', 'documents of every account', publicationsCommands],
  ['audit', 'who did what', auditCommands],
  ['db', 'the schema of the database', dbCommands],
];

/** Every command there is. Wrong usage throws a `CommanderError`, which commander has told already. */
export function operatorProgram(desk: OpenDesk, streams: Streams): Command {
  const program = new Command('imprimatur')
    .description(
      'What operators do with Imprimatur. It works whether or not the service is running.',
    )
    .option('--json', 'print one JSON document instead of a table')
    .option('--yes', 'do not ask before what can not be undone')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  const terminal = new Terminal(streams, () => program.opts<Manners>());
  for (const [noun, description, commands] of GROUPS) {
    commands(program.command(noun).description(description), desk, terminal);
  }
  usageCommand(program, desk, terminal);
  doctorCommand(program, desk, terminal);
  return program;
}
