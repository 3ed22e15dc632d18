/**
 * The types of the functions that run in threads, by kind of task. Each feature adds its functions by declaration
 * merging, so that this folder depends on no feature. `src/thread.worker.ts` compiles only if it has all functions.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- features fill it
export interface ThreadTasks {}

/** Pure functions with one input, by kind of task. */
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
