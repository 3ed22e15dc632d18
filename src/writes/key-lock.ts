/**
 * Names an idempotency key of an account as a lock of PostgreSQL's, which ends with the transaction.
 * Whoever writes takes it before any other: two writes with one key never hold what the other waits for.
 */
export const keyLock = (accountId: string, idempotencyKey: string): string =>
  `hashtextextended(${accountId}::uuid::text || ${idempotencyKey}::text, 0)`;
