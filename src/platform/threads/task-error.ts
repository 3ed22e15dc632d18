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
