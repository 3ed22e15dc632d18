/** What a thread has to say of one task; `reason`: why it cannot be done, for the log. */
export type Outcome<T> = { readonly value: T } | { readonly reason: string };

/**
 * Makes a pure function the task of a thread. Whatever it throws is the input's fault; an error that
 * leaves the thread in any other way never is.
 */
export const task =
  <Input, Output>(work: (input: Input) => Output) =>
  (input: Input): Outcome<Output> => {
    try {
      return { value: work(input) };
    } catch (error) {
      return { reason: String(error) };
    }
  };
