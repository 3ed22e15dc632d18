export interface Progress {
  /** @param what name of the work, such as `Importing` @param total number of calls of `step` that follow */
  start(what: string, total: number): void;
  step(): void;
}
