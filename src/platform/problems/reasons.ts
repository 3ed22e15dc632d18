import { ConfigFault } from '../config/config.js';
import { databaseAway } from '../database/database-fault.js';

/** Why something failed, for a person at a shell: one line, or one for each fault of a configuration. */
export function reasons(error: unknown): readonly string[] {
  if (error instanceof ConfigFault) return error.lines;
  // Node's error for an address that no try could reach has no message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return [databaseAway(error) ? `The database cannot be reached: ${line}` : line];
}
