import type { AccountsService } from '../accounts/accounts.service.js';
import { readId } from '../platform/ids/ids.js';
import { CommandFailed } from './terminal.js';

/**
 * Returns the id of the account that has this id, or this name if no other account has it.
 * @throws CommandFailed if no account has the name, or several have it
 */
export async function accountNamed(accounts: AccountsService, text: string): Promise<string> {
  const id = readId(text);
  if (id !== undefined) return id;
  const named = (await accounts.list()).filter(({ name }) => name === text);
  if (named.length === 1) return named[0]!.id;
  throw new CommandFailed(
    named.length === 0
      ? `No account has the name ${text}. accounts list shows the names and ids.`
      : `${named.length} accounts have the name ${text}: ${named.map((one) => one.id).join(', ')}. Give the id.`,
  );
}
