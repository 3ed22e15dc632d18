import type { EntityManager } from 'typeorm';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Connection } from './connection.js';
import { DatabaseBusy } from './database-fault.js';
import type { Statement } from './statement.js';

/**
 * The fraction of the pool's connections that each kind of work may use (ADR 15, contract 4). The sum of all fractions
 * is 1.
 */
export const PARTS = {
  publicReads: 0.2,
  accountReads: 0.2,
  accountWrites: 0.3,
  worker: 0.15,
  heartbeat: 0.05,
  other: 0.1,
};

/**
 * The fraction of a share's connections that one key (an account or a statement) may use. The number of connections is
 * rounded up. The remaining connections of the share are for other keys.
 */
const PART_OF_KEY = 0.6;
/** Longest wait of a task for a connection of its share. Callers can set another time. */
const QUEUE_TIMEOUT_MS = 2_000;
/** Maximum number of waiting tasks of one key. Further tasks of the key are refused immediately. */
const MAX_WAITING = 1_000;

/** Makes a semaphore for connections with one queue per key. Calls `refused` for each task that it refuses. */
export const connectionSemaphore = (max: number, refused = (): void => undefined): Semaphore =>
  new Semaphore({
    max,
    maxPerKey: Math.ceil(max * PART_OF_KEY),
    maxWaiting: MAX_WAITING,
    timeoutMs: QUEUE_TIMEOUT_MS,
    refusal: () => {
      refused();
      return new DatabaseBusy();
    },
  });

/** Runs one kind of work on its part of the pool's connections. The keys (accounts, statements) take turns. */
export class Share {
  private readonly semaphore: Semaphore;
  private refusals = 0;

  /** @param max the largest number of connections in use at the same time */
  constructor(
    private readonly connection: Connection,
    max: number,
  ) {
    this.semaphore = connectionSemaphore(max, () => {
      this.refusals += 1;
    });
  }

  /** Counts the connections in use, the waiting tasks, and the tasks refused since the process started. */
  get use(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    const { running, waiting } = this.semaphore;
    return { running, waiting, refused: this.refusals };
  }

  /**
   * Runs one statement in one round trip. A statement with `settings` needs a transaction, and therefore takes three
   * round trips. Statements of different names take turns.
   * @throws DatabaseBusy if no connection becomes free within `QUEUE_TIMEOUT_MS`, or if too many tasks wait
   */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(statement.name, (connection) => connection.rows(statement, values));
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, and rolls back if `work` throws. `work` must use only `tx`. If
   * `work` took a second connection, all connections could be held by transactions that each wait for a second
   * connection. No transaction would then ever end.
   * @throws DatabaseBusy if no connection becomes free within `QUEUE_TIMEOUT_MS`, or if too many tasks wait
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.run('transaction', (connection) => connection.transaction(work));
  }

  /**
   * Runs `work` when its turn has come. The share reserves one connection for `work`, so `work` must run its statements
   * one after another.
   * @param key the account or the name of the statement; keys take turns
   * @param timeoutMs longest wait for the turn; `QUEUE_TIMEOUT_MS` by default
   * @throws DatabaseBusy if the turn does not come within `timeoutMs`, or if too many tasks wait
   */
  run<T>(
    key: string,
    work: (connection: Connection) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T> {
    return this.semaphore.run(() => work(this.connection), key, timeoutMs);
  }
}
