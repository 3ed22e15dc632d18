import { Command } from 'commander';
import { accountsCommands } from './accounts.command.js';
import type { Answer } from './answer.js';
import type { OpenDesk } from './command-group.js';
import { dbCommands } from './db.command.js';
import { keysCommands } from './keys.command.js';
import { publicationsCommands } from './publications.command.js';

/** Every command there is. Wrong usage throws a `CommanderError`, which commander has told already. */
export function operatorProgram(desk: OpenDesk, print: (text: string) => void): Command {
  const program = new Command('imprimatur')
    .description(
      'What operators do with Imprimatur. It works whether or not the service is running.',
    )
    .option('--json', 'print one JSON document instead of a table')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  const answer = ({ json, text }: Answer): void =>
    print(program.opts<{ json?: true }>().json ? JSON.stringify(json, null, 2) : text);

  accountsCommands(
    program.command('accounts').description('who may write, and how much'),
    desk,
    answer,
  );
  keysCommands(program.command('keys').description('the bearer keys of accounts'), desk, answer);
  publicationsCommands(
    program.command('publications').description('documents of every account'),
    desk,
    answer,
  );
  dbCommands(program.command('db').description('the schema of the database'), desk, answer);
  return program;
}
