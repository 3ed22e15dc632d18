import { operatorCommand } from '../config/operator-command.js';

/** The names of a database's applied and pending migrations, in the order in which they run. */
export interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** @throws Error with the command that applies the migrations, if any is pending */
export function assertCurrent({ pending: { length } }: MigrationState): void {
  if (length === 0) return;
  throw new Error(
    `The database lacks ${length} ${length === 1 ? 'migration' : 'migrations'}: run "${operatorCommand('db migrate')}" first.`,
  );
}
