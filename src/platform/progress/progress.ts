/** Is told how far long work has come. */
export interface Progress {
  /** `what` is the work, such as `Importing`; `total` counts the things to do. */
  start(what: string, total: number): void;
  /** One more is done. */
  step(): void;
}
