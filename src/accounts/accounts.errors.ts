import { Problem } from '../platform/problems/problem.js';

export class AccountNotFound extends Error {
  override readonly name = 'AccountNotFound';

  constructor(id: string) {
    super(`There is no account ${id}.`);
  }
}

/** Makes the refusal of a request with a key of a suspended account (contract 6, 10). */
export const accountSuspended = (): Problem => new Problem('account_suspended');
