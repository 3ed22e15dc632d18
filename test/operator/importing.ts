import type { ImportResult } from '../../src/transfer/import-result.js';
import type { Cli } from '../setup/cli.js';
import type { Caller } from '../setup/desk.js';

/** Runs `publications import` for an account, and returns its report, also if files have faults or conflicts. */
export async function imported(
  cli: Cli,
  root: string,
  { accountId }: Pick<Caller, 'accountId'>,
  ...options: string[]
): Promise<ImportResult> {
  const words = ['publications', 'import', root, '--account', accountId, ...options];
  const { stdout, stderr } = await cli.run(...words, '--json');
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ImportResult;
}
