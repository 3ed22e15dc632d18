import { ConfigFault } from '../config/config.js';
import { withoutKeys } from '../logging/redaction.js';
import { databaseAway } from '../database/database-fault.js';

/** Returns why a command failed, for a person at a shell: one line, or one line per fault of the configuration. */
export function reasons(error: unknown): readonly string[] {
  if (error instanceof ConfigFault) return error.lines;
  // If a host has several addresses and none can be reached, Node throws an `AggregateError` without a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  const line = withoutKeys(text.replaceAll(/\s*\n\s*/g, ' '));
  return [databaseAway(error) ? `The database cannot be reached: ${line}` : line];
}
