/**
 * The functions that run in threads, by kind. Each feature adds its own by declaration merging, so that this folder
 * knows none of them; `src/thread.worker.ts` must have them all to compile.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- features fill it
export interface ThreadTasks {}

/** Pure functions of one input, by kind. */
export type TaskTable = Readonly<Record<string, (input: never) => unknown>>;

export type TaskInput<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (
  input: infer Input,
) => unknown
  ? Input
  : never;

export type TaskOutput<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (
  input: never,
) => infer Output
  ? Output
  : never;
