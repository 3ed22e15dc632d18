import type { EntityManager } from 'typeorm';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Connection } from './connection.js';
import { DatabaseBusy } from './database-fault.js';
import type { Statement } from './statement.js';

/** The part of the connections that each kind of work may hold (ADR 15), together the whole pool (contract 4). */
export const PARTS = {
  publicReads: 0.2,
  accountReads: 0.2,
  accountWrites: 0.3,
  worker: 0.15,
  heartbeat: 0.05,
  other: 0.1,
};

/** The part of a share that one key (an account or a statement) may hold, so that others always have some. */
const PART_OF_KEY = 0.6;
/** How long a statement waits for a connection of its share, unless its caller says otherwise. */
const QUEUE_TIMEOUT_MS = 2_000;
/** Statements of one key that may wait. */
const MAX_WAITING = 1_000;

/** The queues before the connections of a share or a pool, a short one for each key. */
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

/** The part of a pool's connections that one kind of work may hold; its keys take turns. */
export class Share {
  private readonly semaphore: Semaphore;
  private refusals = 0;

  /** @param max connections at once */
  constructor(
    private readonly connection: Connection,
    max: number,
  ) {
    this.semaphore = connectionSemaphore(max, () => {
      this.refusals += 1;
    });
  }

  /** Connections in use, tasks that wait for one, and tasks that were refused so far. */
  get use(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    const { running, waiting } = this.semaphore;
    return { running, waiting, refused: this.refusals };
  }

  /**
   * Runs one statement outside any transaction, in one round trip. Statements take turns by name.
   * @throws DatabaseBusy where no connection is free in time
   */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(statement.name, (connection) => connection.rows(statement, values));
  }

  /**
   * Runs `work` in one READ COMMITTED transaction; whatever it throws rolls everything back.
   * Inside, only `tx` may be used: a second connection could wait for one that waits for it.
   * @throws DatabaseBusy where no connection is free in time
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.run('transaction', (connection) => connection.transaction(work));
  }

  /**
   * Lets `work` use one connection, for one thing at a time, when its turn has come.
   * @param key whose work it is: keys take turns
   * @param timeoutMs how long it may wait for its turn
   * @throws DatabaseBusy
   */
  run<T>(
    key: string,
    work: (connection: Connection) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T> {
    return this.semaphore.run(() => work(this.connection), key, timeoutMs);
  }
}
