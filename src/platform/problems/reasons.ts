import { ConfigFault } from '../config/config.js';
import { databaseAway } from '../database/database-fault.js';

/** Why a command failed, for a person at a shell: one line, or one for each fault of the configuration. */
export function reasons(error: unknown): readonly string[] {
  if (error instanceof ConfigFault) return error.lines;
  // If no address of a host can be reached, Node throws an `AggregateError` without a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return [databaseAway(error) ? `The database cannot be reached: ${line}` : line];
}
