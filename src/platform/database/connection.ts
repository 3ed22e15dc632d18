import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isReadOnlySession } from './data-source-options.js';
import { connectionLost, isReadTimeout } from './database-fault.js';
import type { Reads, Statement } from './statement.js';

/**
 * Whether session $1 waits for a synchronous standby. Through PgBouncer, which makes up session ids, the answer is
 * always no.
 */
const WAITS_FOR_STANDBY: Statement = {
  name: 'waits_for_standby',
  text: `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`,
};
const STANDBY_POLL_MS = 1_000;

/** Runs statements on a pool. Each call takes a connection from the pool and returns the connection afterwards. */
export class Connection implements Reads {
  /** @param health looks up sessions that do not answer; by default, `pool` does */
  constructor(
    readonly pool: Pool,
    private readonly health?: Reads,
  ) {
    // Without a listener, an error of an idle connection would end the process. The pool replaces the connection.
    pool.on('error', () => undefined);
    pool.on('release', (_error: unknown, client: PoolClient) => {
      if (isReadOnlySession(client)) void (client as unknown as Client).end();
    });
  }

  /**
   * Runs one statement. A statement with `settings` runs in a transaction, and therefore takes three round trips. If the
   * statement fails and the connection is sound, the connection stays open; `pool.query` would close it.
   */
  async rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.pool.connect();
    let lost = true;
    const settings = statement.settings?.map((setting) => `SET LOCAL ${setting}`);
    try {
      if (settings) await client.query(['BEGIN', ...settings].join('; '));
      try {
        const result = await client.query(preparedQuery(statement, values));
        lost = false;
        return result.rows as Row[];
      } finally {
        if (settings) await client.query('COMMIT');
      }
    } catch (error) {
      if (isReadTimeout(error)) await this.untilStandbyAnswers(client);
      lost = connectionLost(error);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  /** Runs one statement in its own transaction. PostgreSQL cancels the statement after `timeoutMs`. */
  rowsWithin<Row>(
    timeoutMs: number,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const settings = [`statement_timeout = ${Math.ceil(timeoutMs)}`];
    return this.rows({ ...statement, settings }, values);
  }

  /**
   * Keeps the connection of a commit that waits for a synchronous standby. The server continues to wait even if the
   * client disconnects, so new connections would use up the sessions of the server.
   */
  private async untilStandbyAnswers(client: PoolClient): Promise<void> {
    // pg's types do not have the member `processID`.
    const { processID } = client as unknown as { processID: number };
    const waits = (): Promise<boolean> =>
      (this.health ?? this).rows(WAITS_FOR_STANDBY, [processID]).then(
        ({ length }) => length > 0,
        () => false,
      );
    while (await waits()) await sleep(STANDBY_POLL_MS);
  }
}

/** Runs statements and transactions on the pool of TypeORM. */
export class RequestConnection extends Connection {
  constructor(
    private readonly dataSource: DataSource,
    health: Reads,
  ) {
    super((dataSource.driver as PostgresDriver).master as Pool, health);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, and rolls back if `work` throws. `work` must use only `tx`. If
   * `work` took a second connection, all connections could be held by transactions that each wait for a second
   * connection. No transaction would then ever end.
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }
}

/** Runs a statement inside the transaction of `tx` and returns the rows. */
export async function run<Row>(
  tx: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = (await tx.queryRunner!.connect()) as PoolClient;
  const result = await client.query(preparedQuery(statement, values));
  return result.rows as Row[];
}

/** Maximum length of a statement's name. PostgreSQL truncates longer names, so two names could become the same. */
const MAX_NAME_BYTES = 63;

/** Converts a statement to the form that `pg` takes. @throws TypeError if the name is longer than `MAX_NAME_BYTES` */
export function preparedQuery({ name, text }: Statement, values: readonly unknown[]) {
  if (name.length > MAX_NAME_BYTES) throw new TypeError(`too long a name: ${name}`);
  return { name, text, values: [...values] };
}
