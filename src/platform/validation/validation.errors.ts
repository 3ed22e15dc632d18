import { Problem } from '../problems/problem.js';
import { type Fault, inWords, presentable } from './fault.js';

/** Members of a body, or arguments of a tool, break rules. The problem lists at most 100 faults (contract 6). */
export const validationFailed = (faults: readonly Fault[]): Problem =>
  new Problem('validation_failed', {
    detail: `Not valid: ${inWords(faults)}. Nothing was changed.`,
    details: { errors: presentable(faults) },
  });

/** Query parameters break rules. The problem lists at most 100 faults (contract 6). */
export const invalidRequest = (faults: readonly Fault[]): Problem =>
  new Problem('invalid_request', {
    detail: `Not valid: ${inWords(faults)}.`,
    details: { errors: presentable(faults) },
  });
