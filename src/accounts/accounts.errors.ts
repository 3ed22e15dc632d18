import { Problem } from '../platform/problems/problem.js';

/** There is no such account. */
export const accountNotFound = (id: string): Error => new Error(`There is no account ${id}.`);

/** Makes the refusal of a request with a key of a suspended account (contract 6, 10). */
export const accountSuspended = (): Problem => new Problem('account_suspended');
