import type { EntityManager } from 'typeorm';
import type { PoolClient } from 'pg';

/** SQL with a name: planned once a connection (−30 % CPU for a write). A name belongs to one text for ever. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Settings of PostgreSQL that hold for it alone, as `SET LOCAL` takes them. */
  readonly settings?: readonly string[];
}

/** A way to run statements that change nothing. */
export interface Reads {
  /** Runs one read; statements take turns by name. @throws DatabaseBusy where no connection is free in time */
  rows<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** Part of a `WITH`, for data that may be lost: the commit waits for no disk, and for no standby that hangs. */
export const COMMIT_AT_ONCE = `SELECT set_config('synchronous_commit', 'off', true)`;

/** A statement whose parameters have names. */
export interface NamedStatement<Parameters> extends Statement {
  /** The parameters as an array, in the order of their numbers; undefined is null. */
  values(parameters: Parameters): unknown[];
}

/** Numbers the parameters `$name`; unused ones are not sent. `values` throws a TypeError for a missing one. */
export function namedStatement<Parameters extends object>(
  name: string,
  text: string,
  settings?: readonly string[],
): NamedStatement<Parameters> {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return {
    name,
    text: numbered,
    ...(settings && { settings }),
    values: (parameters) =>
      names.map((parameter) => {
        if (!(parameter in parameters)) throw new TypeError(`${name} needs ${parameter}`);
        return parameters[parameter as keyof Parameters] ?? null;
      }),
  };
}

/** PostgreSQL cuts a longer name, and would take two statements for one. */
const MAX_NAME_BYTES = 63;

/** A statement as `pg` prepares it. @throws TypeError where its name is too long to tell it from others */
export function preparedQuery({ name, text }: Statement, values: readonly unknown[]) {
  if (name.length > MAX_NAME_BYTES) throw new TypeError(`too long a name: ${name}`);
  return { name, text, values: [...values] };
}

/** Runs a statement inside the transaction of `tx` and returns its rows. */
export async function run<Row>(
  tx: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = (await tx.queryRunner!.connect()) as PoolClient;
  const result = await client.query(preparedQuery(statement, values));
  return result.rows as Row[];
}
