/** What a thread is given: its input, and where it says that it has begun. */
export interface Assignment<Input> {
  readonly input: Input;
  /** One number in shared memory, 0 until then. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/** What a thread has to say of one task; `reason`: why it cannot be done, for the log. */
export type Outcome<T> = { readonly value: T } | { readonly reason: string };

/**
 * Makes a pure function the task of a thread. Whatever it throws is the input's fault; an error that
 * leaves the thread in any other way never is.
 */
export const task =
  <Input, Output>(work: (input: Input) => Output) =>
  ({ input, begun }: Assignment<Input>): Outcome<Output> => {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
    try {
      return { value: work(input) };
    } catch (error) {
      return { reason: String(error) };
    }
  };
