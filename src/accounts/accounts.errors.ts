import { Problem } from '../platform/problems/problem.js';

export class AccountNotFound extends Error {
  override readonly name = 'AccountNotFound';

  constructor(id: string) {
    super(`There is no account ${id}.`);
  }
}

/** Its keys are refused at both interfaces until an operator resumes it (contract 6, 10). */
export const accountSuspended = (): Problem => new Problem('account_suspended');
