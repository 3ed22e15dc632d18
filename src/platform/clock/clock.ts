/** This process's clock. Times that are stored or promised come from the database's `now()` instead (contract 5). */
export const clock = {
  /** Milliseconds since the epoch. */
  millis: (): number => Date.now(),
};
