import { operatorCommand } from '../config/operator-command.js';

/** The names of a database's applied and pending migrations, in the order in which they run. */
export interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** Migrations are pending. The message contains the command that applies them. */
export class SchemaOutdated extends Error {
  override readonly name = 'SchemaOutdated';

  constructor(pending: number) {
    super(
      `The database lacks ${pending} ${pending === 1 ? 'migration' : 'migrations'}: run "${operatorCommand('db migrate')}" first.`,
    );
  }
}

/** @throws SchemaOutdated if a migration is pending */
export function assertCurrent({ pending }: MigrationState): void {
  if (pending.length > 0) throw new SchemaOutdated(pending.length);
}
