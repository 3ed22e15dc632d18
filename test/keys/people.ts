import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { IssuedKey } from '../../src/keys/keys.service.js';
import { KeysService } from '../../src/keys/keys.service.js';
import { type Scope, SCOPES } from '../../src/keys/scope.js';
import type { KeysApp } from './keys-app.js';

/** Issues a key of a new account. */
export async function newKey(
  app: KeysApp,
  {
    scopes = SCOPES,
    expiresIn = null,
  }: { scopes?: readonly Scope[]; expiresIn?: number | null } = {},
): Promise<IssuedKey> {
  const account = await app.service(AccountsService).create('Someone', 'free');
  return app.service(KeysService).issue({ accountId: account.id, name: 'test', scopes, expiresIn });
}
