/** The task itself is at fault, so trying it again would end the same way. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';

  constructor(
    /** It threw or ran out of memory, or it was not done in time. */
    readonly kind: 'failed' | 'timeout',
    options?: ErrorOptions,
  ) {
    super(kind === 'timeout' ? 'The task ran out of time.' : 'The task failed.', options);
  }
}
