/** The task itself is at fault: another attempt would fail in the same way. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    /** `failed`: the task threw an error or ran out of memory. `limit`: the task needs too much processor time. */
    readonly kind: 'failed' | 'limit',
    options?: ErrorOptions,
  ) {
    super(
      kind === 'limit' ? 'The task exceeds its limit of processor time.' : 'The task failed.',
      options,
    );
  }
}
