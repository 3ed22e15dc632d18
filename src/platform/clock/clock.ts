/**
 * The time of this process. Only for measuring and for what never meets a row: every time that is
 * stored or promised (quota day, expiry, `updatedAt`) is the database's own `now()` (contract 5).
 */
export const clock = {
  /** Milliseconds since the epoch. */
  millis: (): number => Date.now(),
};
