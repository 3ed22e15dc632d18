import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pooledRows } from './pooled-rows.js';
import { run, type Statement } from './statement.js';

/** What each statement of the transaction may take: $1 milliseconds. */
const LIMIT_STATEMENT: Statement = {
  name: 'limit_statement',
  text: `SELECT set_config('statement_timeout', $1::integer::text, true)`,
};

/** The connections of this process at one moment. */
export interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** The one way to PostgreSQL for everything that is more than a repository call. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs one statement on a pooled connection, outside any transaction: one round trip. */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return pooledRows(this.pool, statement, values);
  }

  /** Runs one statement in a transaction of its own, which waits `timeoutMs` at most for whatever it is. */
  rowsWithin<Row>(
    timeoutMs: number,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.transaction(async (tx) => {
      await run(tx, LIMIT_STATEMENT, [Math.ceil(timeoutMs)]);
      return run<Row>(tx, statement, values);
    });
  }

  /**
   * Runs `work` in one READ COMMITTED transaction; whatever it throws rolls everything back.
   * Inside, only `tx` may be used: a second connection could wait for a pool that waits for it.
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  poolUse(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }
}
