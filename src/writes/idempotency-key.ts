import { Problem } from '../platform/problems/problem.js';

/** Schema of an idempotency key at both interfaces (contract 5). */
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  pattern: '^[!-~]{1,255}$',
  minLength: 1,
  maxLength: 255,
} as const;

const VISIBLE_ASCII = new RegExp(IDEMPOTENCY_KEY_SCHEMA.pattern);

/** Checks an idempotency key (contract 5). @throws Problem `idempotency_key_required`, `idempotency_key_invalid` */
export function idempotencyKey(value: unknown): string {
  if (value === undefined || value === null) throw new Problem('idempotency_key_required');
  if (typeof value !== 'string' || !VISIBLE_ASCII.test(value)) {
    throw new Problem('idempotency_key_invalid');
  }
  return value;
}

/** Removes the quotation marks of a structured-field string (RFC 9651) from the value of a header. */
export const unquoted = (header: string): string => header.replace(/^"(.*)"$/s, '$1');
