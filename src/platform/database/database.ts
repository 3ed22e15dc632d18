import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Connection } from './connection.js';
import { PARTS, Share } from './connection-budget.js';
import type { ReplicaReads } from './replica-reads.js';
import type { Reads, Statement } from './statement.js';

type ReplicaOf = (primary: Reads) => ReplicaReads;

/**
 * Access to PostgreSQL. Each kind of work has its own share of the connections (ADR 15, 33). Only TypeORM's
 * repositories use the pool without a share.
 */
export class Database implements OnApplicationShutdown {
  /** The share for releases, indexing and housekeeping. */
  readonly worker: Share;
  /** The share for health checks and leases, which must never wait for other work. */
  readonly heartbeat: Share;
  /** The reads of the public site. A read sees every change that a client could see before the read (contract 3, 9). */
  readonly publicReads: Reads;
  private readonly shares: Readonly<Record<keyof typeof PARTS, Share>>;
  private readonly replica: ReplicaReads | undefined;

  /**
   * @param poolSize number of connections of the pool. Each of the 6 shares gets at least one connection, even if the
   * pool has fewer than 6 connections.
   * @param replicaOf makes the reader of the replica; absent if there is no replica
   */
  constructor(
    private readonly dataSource: DataSource,
    poolSize: number,
    replicaOf?: ReplicaOf,
  ) {
    const connection = new Connection(dataSource);
    this.shares = Object.fromEntries(
      Object.entries(PARTS).map(([name, part]) => [
        name,
        new Share(connection, Math.max(1, Math.floor(poolSize * part))),
      ]),
    ) as Record<keyof typeof PARTS, Share>;
    ({ worker: this.worker, heartbeat: this.heartbeat } = this.shares);
    this.replica = replicaOf?.(this.shares.publicReads);
    this.publicReads = this.replica ?? this.shares.publicReads;
  }

  /** Like `Share.rows`, on the share `other`. */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.shares.other.rows(statement, values);
  }

  /** Like `Share.transaction`, on the share `other`. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.shares.other.transaction(work);
  }

  /** Runs one read of an account in one round trip. Accounts take turns. @throws DatabaseBusy as `Share.rows` does */
  accountRows<Row>(
    accountId: string,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { accountReads } = this.shares;
    return accountReads.run(accountId, (connection) => connection.rows(statement, values));
  }

  /**
   * Runs `write` when the account's turn has come. `write` must run its statements and transactions one after another.
   * @param timeoutMs longest wait for the turn
   * @throws DatabaseBusy if the turn does not come within `timeoutMs`, or if too many writes of the account wait
   */
  accountWrite<T>(
    accountId: string,
    timeoutMs: number,
    write: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    return this.shares.accountWrites.run(accountId, write, timeoutMs);
  }

  /** Returns the current use of each share, with the name of the share. */
  use(): readonly (readonly [name: string, use: Share['use']])[] {
    return Object.entries(this.shares).map(([name, share]) => [name, share.use]);
  }

  /** Counts this process's connections to the primary, the idle connections among them, and the waiting tasks. */
  poolUse(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount } = (this.dataSource.driver as PostgresDriver).master as Pool;
    const waiting = this.use().reduce((sum, [, use]) => sum + use.waiting, 0);
    return { total: totalCount, idle: idleCount, waiting };
  }

  onApplicationShutdown(): Promise<void> | undefined {
    return this.replica?.close();
  }
}
