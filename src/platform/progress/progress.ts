export interface Progress {
  /** @param what name of the work, such as `Importing` @param total number of steps to come */
  start(what: string, total: number): void;
  step(): void;
}
