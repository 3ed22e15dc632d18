export interface Progress {
  /** `what` is the work, such as `Importing`; `total` counts the things to do. */
  start(what: string, total: number): void;
  step(): void;
}
