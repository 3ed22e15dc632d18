import { Problem } from '../problems/problem.js';
import { type Fault, presentable } from './fault.js';

/** The body or the arguments break rules; every fault at once (contract 6). */
export const validationFailed = (faults: readonly Fault[]): Problem =>
  new Problem('validation_failed', { details: { errors: presentable(faults) } });

/** A query parameter breaks a rule (contract 6). */
export const invalidRequest = (faults: readonly Fault[]): Problem =>
  new Problem('invalid_request', { details: { errors: presentable(faults) } });
