import { stdSerializers } from 'pino';

/** What a log line says of something thrown. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Such as PostgreSQL's `23505`. */
  readonly code?: string;
  /** With those of its causes. */
  readonly stack?: string;
}

/**
 * Says what was thrown. Other members of an error are left out: those of a failed query hold its
 * parameters, which are documents.
 */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack, code } = stdSerializers.err(thrown);
  return { type, message, ...(typeof code === 'string' ? { code } : {}), stack };
}
