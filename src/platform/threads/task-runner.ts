import type { TaskTable } from './thread-tasks.js';

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
