import { Problem } from '../platform/errors/problem.js';

/** The key stands for another operation, target or payload already (CONTRACT 5). */
export const idempotencyKeyReused = (): Problem =>
  new Problem('idempotency_key_reused', {
    detail:
      'This idempotency key was used for a different write before; this write was not carried out.',
    nextStep: {
      http: 'To repeat the earlier write, send exactly its request. For a new write, send a new Idempotency-Key.',
      mcp: 'To repeat the earlier write, call the same tool with exactly its arguments. For a new write, pass a new idempotencyKey.',
    },
  });

/** The write waited too long for another one with the same key, or for its turn (CONTRACT 5). */
export const writeWaitedTooLong = (): Problem =>
  new Problem('unavailable', {
    detail:
      'The write waited too long for others before it. Whether it was carried out is not known yet.',
    nextStep: {
      http: 'Repeat the same request with the same idempotency key in a few seconds.',
      mcp: 'Call the same tool with the same arguments and idempotencyKey in a few seconds.',
    },
    retryAfter: 2,
  });
