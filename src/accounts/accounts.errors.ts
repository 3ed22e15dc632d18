import { Problem } from '../platform/problems/problem.js';

export class AccountNotFound extends Error {
  override readonly name = 'AccountNotFound';

  constructor(id: string) {
    super(`There is no account ${id}.`);
  }
}

/** Makes the answer to a key of a suspended account, at both interfaces (contract 6, 10). */
export const accountSuspended = (): Problem => new Problem('account_suspended');
