import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Metrics } from '../metrics/metrics.js';
import { Connection, RequestConnection } from './connection.js';
import { poolOptions } from './data-source-options.js';
import { DatabaseBusy } from './database-fault.js';
import { ReplicaReads } from './replica-reads.js';
import type { Reads, Statement } from './statement.js';

const HEALTH_CONNECTIONS = 1;
/** The fraction of a process's connections that its releases use. */
const PART_OF_WORKER = 0.2;
/** The fraction of the connections for requests that one account, or the readers of the site together, may use. */
const PART_OF_KEY = 0.6;
/**
 * The fraction of the connections for requests that all writes together may use. While a synchronous standby hangs,
 * commits keep their connections, and reads need the other ones.
 */
const PART_OF_WRITES = 0.4;
/** Longest wait of a request for a connection. A write has its own limit. */
const QUEUE_TIMEOUT_MS = 2_000;
/** Maximum number of waiting requests of one account. Further ones are refused immediately. */
const MAX_WAITING = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

const workerConnections = (size: number): number => Math.max(1, Math.floor(size * PART_OF_WORKER));

/** Returns how many of a process's `size` connections its requests use. */
export const requestConnections = (size: number): number =>
  Math.max(1, size - workerConnections(size) - HEALTH_CONNECTIONS);

/** Use of one pool: its connections, the idle ones among them, and the tasks that wait for one. */
type PoolUse = Readonly<Record<'total' | 'idle' | 'waiting', number>>;

/**
 * Access to PostgreSQL. Requests, releases and health checks have a pool each, so that none of them waits for another.
 * In the pool of the requests, accounts take turns (ADR 15).
 */
export class Database implements OnApplicationShutdown {
  /** The connections for releases, indexing and housekeeping. */
  readonly worker: Reads;
  /** The connection for health checks and leases, which must never wait for other work. */
  readonly heartbeat: Reads;
  /** The reads of the public site. A read sees every change that a client could see before the read (contract 3, 9). */
  readonly publicReads: Reads;
  private readonly connection: RequestConnection;
  private readonly turns: Semaphore;
  private readonly writes: Semaphore;
  private readonly pools: Readonly<Record<'requests' | 'worker' | 'health', Pool>>;
  private readonly replica: Pool | undefined;
  private refusals = 0;

  /**
   * @param size number of connections of the process
   * @param replicaUrl address of a streaming replica for reads of the public site; `null` if there is no replica
   */
  constructor(dataSource: DataSource, size: number, replicaUrl: string | null, metrics: Metrics) {
    const { url } = dataSource.options as { url: string };
    const health = new Pool(poolOptions(url, HEALTH_CONNECTIONS));
    const worker = new Pool(poolOptions(url, workerConnections(size)));
    this.heartbeat = new Connection(health);
    this.worker = new Connection(worker, this.heartbeat);
    this.connection = new RequestConnection(dataSource, this.heartbeat);
    this.pools = { requests: this.connection.pool, worker, health };
    const requests = requestConnections(size);
    this.turns = this.semaphore(requests);
    this.writes = this.semaphore(Math.ceil(requests * PART_OF_WRITES));
    const readers: Reads = {
      rows: (statement, values) =>
        this.turns.run(() => this.connection.rows(statement, values), 'readers'),
    };
    this.publicReads = readers;
    if (replicaUrl === null) return;
    this.replica = new Pool(poolOptions(replicaUrl, requests, true));
    this.publicReads = new ReplicaReads(readers, new Connection(this.replica), metrics);
  }

  /**
   * Runs one statement in one round trip. Statements of different names take turns.
   * @throws DatabaseBusy if no connection becomes free within `QUEUE_TIMEOUT_MS`, or if too many statements wait
   */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.turns.run(() => this.connection.rows(statement, values), statement.name);
  }

  /** Like `RequestConnection.transaction`. @throws DatabaseBusy as `rows` does */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.turns.run(() => this.connection.transaction(work), 'transaction');
  }

  /** Runs one read of an account in one round trip. Accounts take turns. @throws DatabaseBusy as `rows` does */
  accountRows<Row>(
    accountId: string,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.turns.run(() => this.connection.rows(statement, values), accountId);
  }

  /**
   * Runs `write` when the account's turn has come. `write` must run its statements and transactions one after another.
   * @param timeoutMs longest wait for the turn
   * @throws DatabaseBusy if the turn does not come within `timeoutMs`, or if too many writes of the account wait
   */
  accountWrite<T>(
    accountId: string,
    timeoutMs: number,
    write: (connection: RequestConnection) => Promise<T>,
  ): Promise<T> {
    const end = performance.now() + timeoutMs;
    const inTurn = (): Promise<T> =>
      this.turns.run(() => write(this.connection), accountId, end - performance.now());
    return this.writes.run(inTurn, accountId, timeoutMs);
  }

  /** Counts the requests refused because no connection became free in time, since the process started. */
  get refused(): number {
    return this.refusals;
  }

  /** Returns the use of each pool of connections to the primary, with its name. */
  use(): (readonly [pool: string, use: PoolUse])[] {
    return Object.entries(this.pools).map(([name, pool]) => {
      const queued = name === 'requests' ? this.turns.waiting + this.writes.waiting : 0;
      const waiting = pool.waitingCount + queued;
      return [name, { total: pool.totalCount, idle: pool.idleCount, waiting }];
    });
  }

  /**
   * Closes the pools after their last statements; TypeORM closes the pool of the requests. Waits at most
   * `CLOSE_TIMEOUT_MS`, because a server that does not answer must not delay the exit (contract 12).
   */
  async onApplicationShutdown(): Promise<void> {
    const { worker, health } = this.pools;
    const pools = [worker, health, ...(this.replica ? [this.replica] : [])];
    const closed = pools.map((pool) => pool.end());
    await Promise.race([Promise.all(closed), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private semaphore(max: number): Semaphore {
    return new Semaphore({
      max,
      maxPerKey: Math.ceil(max * PART_OF_KEY),
      maxWaiting: MAX_WAITING,
      timeoutMs: QUEUE_TIMEOUT_MS,
      refusal: () => {
        this.refusals += 1;
        return new DatabaseBusy();
      },
    });
  }
}
