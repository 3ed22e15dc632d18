import { Problem } from '../platform/problems/problem.js';

export const accountNotFound = (id: string): Error => new Error(`There is no account ${id}.`);

export const accountSuspended = (): Problem => new Problem('account_suspended');
