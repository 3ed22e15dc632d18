import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Connection } from './connection.js';
import { type Share, Shares } from './shares.js';
import type { Statement } from './statement.js';

/** Statements that take turns by their names: many of one kind hold up no other kind. */
abstract class SharedByStatement {
  protected constructor(private readonly share: Share) {}

  /**
   * Runs one statement outside any transaction: one round trip.
   * @throws DatabaseBusy where no connection is free in time
   */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.share.run(statement.name, (connection) => connection.rows(statement, values));
  }

  /**
   * Runs `work` in one READ COMMITTED transaction; whatever it throws rolls everything back.
   * Inside, only `tx` may be used: a second connection could wait for one that waits for it.
   * @throws DatabaseBusy where no connection is free in time
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.share.run('transaction', (connection) => connection.transaction(work));
  }
}

/** The way to PostgreSQL for what has no share of its own: key look-ups, waits, operators' commands. */
@Injectable()
export class Database extends SharedByStatement {
  constructor(shares: Shares) {
    super(shares.of('other'));
  }
}

/** The way to PostgreSQL for releases, indexing and housekeeping. */
@Injectable()
export class WorkerDatabase extends SharedByStatement {
  constructor(shares: Shares) {
    super(shares.of('worker'));
  }
}

/** The way to PostgreSQL for health checks and leases, which must never wait for anybody's work. */
@Injectable()
export class HeartbeatDatabase extends SharedByStatement {
  constructor(shares: Shares) {
    super(shares.of('heartbeat'));
  }
}

/** The way to PostgreSQL for what accounts ask for and change nothing; accounts take turns. */
@Injectable()
export class AccountReads {
  private readonly share: Share;

  constructor(shares: Shares) {
    this.share = shares.of('accountReads');
  }

  /**
   * Runs one statement for an account, outside any transaction: one round trip.
   * @throws DatabaseBusy where no connection is free in time
   */
  rows<Row>(
    accountId: string,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.share.run(accountId, (connection) => connection.rows(statement, values));
  }
}

/** The way to PostgreSQL for the writes of accounts, which take turns. */
@Injectable()
export class AccountWrites {
  private readonly share: Share;

  constructor(shares: Shares) {
    this.share = shares.of('accountWrites');
  }

  /**
   * Lets a write of an account use a connection, for one thing at a time, from its turn until it is done.
   * @param timeoutMs how long it may wait for its turn
   * @throws DatabaseBusy where no connection is free in time
   */
  run<T>(
    accountId: string,
    timeoutMs: number,
    write: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    return this.share.run(accountId, write, timeoutMs);
  }
}
