/** The task itself is at fault, so that trying it again would end the same way. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    /** `failed`: it threw, or ran out of memory. `limit`: it takes more processor time than it may. */
    readonly kind: 'failed' | 'limit',
    options?: ErrorOptions,
  ) {
    super(
      kind === 'limit' ? 'The task exceeds its limit of processor time.' : 'The task failed.',
      options,
    );
  }
}
