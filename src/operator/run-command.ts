import { CommanderError } from 'commander';
import { reasons } from '../platform/errors/reasons.js';
import type { OpenDesk } from './command-group.js';
import type { Desk } from './desk.js';
import { operatorProgram } from './program.js';

/** Done; refused or failed; wrong usage (CONTRACT 10). */
export type ExitStatus = 0 | 1 | 2;

/**
 * Carries out one command line, without the program's name, and returns the exit status. A request
 * for help, or a mistyped one, opens no desk: no configuration is read and no database started.
 */
export async function runCommand(words: readonly string[], open: OpenDesk): Promise<ExitStatus> {
  let opened: Desk | undefined;
  const desk = async (): Promise<Desk> => (opened ??= await open());
  try {
    const program = operatorProgram(desk, process);
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of reasons(error)) process.stderr.write(`imprimatur: ${line}\n`);
    return 1;
  } finally {
    await opened?.close();
  }
}
