import { TaskError } from '../platform/threads/task-error.js';

/** `publishError.code` of a document that cannot be rendered (contract 3). */
export type RenderFaultCode = 'render_failed' | 'render_timeout';

const MESSAGES: Record<RenderFaultCode, string> = {
  render_failed:
    'The document could not be rendered: it is nested too deeply, or it grows too large as HTML.',
  render_timeout:
    'The document could not be rendered within the limits of time and memory, three times.',
};

/** An error that the document itself causes (contract 3). After `render_timeout`, another attempt can succeed. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';

  constructor(
    readonly code: RenderFaultCode,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[code], options);
  }
}

/** Returns a `RenderFault` for a `TaskError`, which the document caused; returns any other error unchanged. */
export const renderFaultOf = (error: unknown): unknown =>
  error instanceof TaskError
    ? new RenderFault(error.kind === 'ended' ? 'render_timeout' : 'render_failed', { cause: error })
    : error;
