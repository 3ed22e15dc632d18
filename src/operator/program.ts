import { withoutKeys } from '../platform/logging/redaction.js';
import { Command, CommanderError } from 'commander';
import { readId } from '../platform/ids/ids.js';
import { reasons } from '../platform/problems/reasons.js';
import { accountsCommands, usageCommand } from './accounts.command.js';
import { approversCommands } from './approvers.command.js';
import { accountIdArgument } from './arguments.js';
import { auditCommands } from './audit.command.js';
import { completionCommand } from './completion.command.js';
import { connectCommand } from './connect.command.js';
import { publishCommand } from './publish.command.js';
import type { CommandGroup, CommandContext, OpenContext, Services } from './command-context.js';
import { dbCommands } from './db.command.js';
import { deskCommands } from './desk.command.js';
import { doctorCommand } from './doctor.command.js';
import { keysCommands } from './keys.command.js';
import { previewsCommands } from './publication-views.command.js';
import { publicationsCommands } from './publications.command.js';
import { redirectsCommands } from './redirects.command.js';
import { siteCommands } from './site.command.js';
import { signingCommands } from './signing.command.js';
import { verifyCommand } from './verify.command.js';
import {
  CommandFailed,
  ConsentMissing,
  type GlobalOptions,
  type Streams,
  Terminal,
} from './terminal.js';

/** Groups of commands, each under its noun, in the order in which the help shows them. */
const GROUPS: readonly [noun: string, description: string, commands: CommandGroup][] = [
  ['accounts', 'the owners of documents and keys, and how much they may write', accountsCommands],
  ['keys', 'the publisher keys of accounts', keysCommands],
  [
    'approvers',
    'the people who release documents at the desk, or send them back',
    approversCommands,
  ],
  ['publications', 'the documents of every account: show, withdraw, reindex', publicationsCommands],
  ['redirects', 'paths that redirect to a document', redirectsCommands],
  ['site', 'the menu and the start page of each locale', siteCommands],
  ['previews', 'the addresses at which unpublished revisions can be seen', previewsCommands],
  ['desk', 'who is signed in at the desk', deskCommands],
  ['signing', 'the keys that releases are signed with', signingCommands],
  [
    'audit',
    'the records of all writes and releases, and of the commands of operators',
    auditCommands,
  ],
  ['db', 'the schema of the database, and its migrations', dbCommands],
];

/** Commands without a noun. */
const ALONE = [usageCommand, publishCommand, connectCommand, verifyCommand, doctorCommand];

/** Adds all commands to the program. For wrong usage, commander prints a message and throws a `CommanderError`. */
function operatorProgram(program: Command, context: OpenContext, terminal: Terminal): Command {
  program
    .description('The commands of operators. They work whether or not the service is running.')
    .option('--json', 'print one JSON document instead of a table')
    .option(
      '--yes',
      'confirm a command that cannot be undone, so that it does not ask; required if there is no terminal',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.complain(withoutKeys(text)),
    })
    .showHelpAfterError()
    .exitOverride();
  const services = async () => (await context()).services();
  program.hook('preAction', (_program, command) => resolveAccounts(command, services));
  for (const [noun, description, commands] of GROUPS) {
    commands(program.command(noun).description(description), services, terminal, context);
  }
  for (const commands of ALONE) commands(program, services, terminal, context);
  completionCommand(program, terminal);
  return program;
}

/**
 * Replaces each account in the arguments and options of a command, given by id or name, by the id of an account that
 * exists (contract 10).
 * @throws Error if there is no such account, or several accounts have the name
 */
async function resolveAccounts(command: Command, services: () => Promise<Services>): Promise<void> {
  const idOf = async (text: string): Promise<string> => {
    const { accounts } = await services();
    if (readId(text) !== undefined) return (await accounts.show(text)).id;
    const named = (await accounts.list()).filter(({ name }) => name === text);
    if (named.length === 1) return named[0]!.id;
    throw new CommandFailed(
      named.length === 0
        ? `No account has the name ${text}. The command "accounts list" shows the names and ids.`
        : `${named.length} accounts have the name ${text}: ${named.map((one) => one.id).join(', ')}. Give the id.`,
    );
  };
  for (const [at, { parseArg }] of command.registeredArguments.entries()) {
    if (parseArg !== accountIdArgument) continue;
    command.processedArgs[at] = await idOf(String(command.processedArgs[at]));
  }
  for (const option of command.options) {
    const given: unknown = command.getOptionValue(option.attributeName());
    if (option.parseArg !== accountIdArgument || typeof given !== 'string') continue;
    command.setOptionValue(option.attributeName(), await idOf(given));
  }
}

/** Exit status: 0 if the command is done, 1 if it was refused or failed, 2 for wrong usage, or if nobody can consent (contract 10). */
type ExitStatus = 0 | 1 | 2;

/** Runs one command line and returns the exit status. Help and wrong usage read no settings and open no database. */
export async function runCommand(
  words: readonly string[],
  open: OpenContext,
  streams: Streams = process,
): Promise<ExitStatus> {
  const program = new Command('imprimatur');
  const terminal = new Terminal(streams, () => program.opts<GlobalOptions>());
  let opened: CommandContext | undefined;
  const context = async (): Promise<CommandContext> => (opened ??= await open());
  try {
    await operatorProgram(program, context, terminal).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of reasons(error)) terminal.note(`imprimatur: ${line}`);
    return error instanceof ConsentMissing ? 2 : 1;
  } finally {
    await opened?.close();
  }
}
