import { Problem } from '../errors/problem.js';
import { countOf, type Fault, presentable } from './fault.js';

/** The body or the arguments break rules; every fault at once (contract 6). */
export const validationFailed = (faults: readonly Fault[]): Problem =>
  new Problem('validation_failed', {
    detail: `${countOf(faults, 'field')} not valid; nothing was changed.`,
    details: { errors: presentable(faults) },
    nextStep: {
      http: 'Correct the fields named in details.errors and send the request again; the same Idempotency-Key may be used.',
      mcp: 'Correct the arguments named in details.errors and call the tool again; the same idempotencyKey may be used.',
    },
  });

/** A query parameter breaks a rule (contract 6). */
export const invalidRequest = (faults: readonly Fault[]): Problem =>
  new Problem('invalid_request', {
    detail: `${countOf(faults, 'parameter')} not valid.`,
    details: { errors: presentable(faults) },
    nextStep: {
      http: 'Correct the query parameters named in details.errors and send the request again.',
      mcp: 'Correct the arguments named in details.errors and call the tool again.',
    },
  });
