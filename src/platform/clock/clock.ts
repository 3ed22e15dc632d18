/** The time of this process, to measure with. What is stored or promised takes the database's `now()` (contract 5). */
export const clock = {
  /** Milliseconds since the epoch. */
  millis: (): number => Date.now(),
};
