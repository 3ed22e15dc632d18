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

/** The task itself is at fault. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    /** `failed`: the task threw an error. `ended`: it took too long, or ended its thread by memory. */
    readonly kind: 'failed' | 'ended',
    options?: ErrorOptions,
  ) {
    super(
      kind === 'ended' ? 'The task took too much time or memory.' : 'The task failed.',
      options,
    );
  }
}

/** The message to a thread. */
export interface Assignment {
  readonly kind: string;
  readonly input: unknown;
}

/** The answer of a thread. `reason` says why the task threw an error, for the log. */
export type Outcome = { readonly value: unknown } | { readonly reason: string };

/** Makes the function that a thread calls for each task. If a task throws an error, its input is at fault. */
export const taskRunner =
  (tasks: TaskTable) =>
  ({ kind, input }: Assignment): Outcome => {
    try {
      return { value: tasks[kind]!(input as never) };
    } catch (error) {
      return { reason: String(error) };
    }
  };
