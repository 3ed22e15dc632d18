/** This process's clock, for measuring. Stored and promised times come from the database's `now()` (contract 5). */
export const clock = {
  /** Milliseconds since the epoch. */
  millis: (): number => Date.now(),
};
