import type { EntityManager } from 'typeorm';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Connection } from './connection.js';
import { DatabaseBusy } from './database-fault.js';
import type { Statement } from './statement.js';

/** The part of the pool that each kind of work may use (ADR 15, contract 4). The parts add up to 1. */
export const PARTS = {
  publicReads: 0.2,
  accountReads: 0.2,
  accountWrites: 0.3,
  worker: 0.15,
  heartbeat: 0.05,
  other: 0.1,
};

/** The part of a share that one key (an account or a statement) may use; the rest stays free for other keys. */
const PART_OF_KEY = 0.6;
/** How long a statement waits for a connection of its share, unless the caller sets another time. */
const QUEUE_TIMEOUT_MS = 2_000;
/** Most statements of one key that wait at once; a further one is refused. */
const MAX_WAITING = 1_000;

/** Limits the use of the connections of a share or a pool, with one queue per key. Each refusal calls `refused`. */
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

/** The connections of the pool that one kind of work may use. Its keys take turns. */
export class Share {
  private readonly semaphore: Semaphore;
  private refusals = 0;

  /** @param max most connections in use at once */
  constructor(
    private readonly connection: Connection,
    max: number,
  ) {
    this.semaphore = connectionSemaphore(max, () => {
      this.refusals += 1;
    });
  }

  /** Number of connections in use, of tasks that wait for one, and of tasks refused since the start. */
  get use(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    const { running, waiting } = this.semaphore;
    return { running, waiting, refused: this.refusals };
  }

  /**
   * Runs one statement outside any transaction, in one round trip. Statements of different names take turns.
   * @throws DatabaseBusy if no connection becomes free in time
   */
  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(statement.name, (connection) => connection.rows(statement, values));
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, and rolls back if `work` throws. `work` must use only `tx`: if
   * transactions held all connections and each waited for a second one, none would ever get it.
   * @throws DatabaseBusy if no connection becomes free in time
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.run('transaction', (connection) => connection.transaction(work));
  }

  /**
   * Runs `work` when its turn has come. It must run one statement or transaction at a time, as on one connection.
   * @param key the account or the name of the statement; keys take turns
   * @param timeoutMs longest wait for the turn
   * @throws DatabaseBusy if the turn does not come in time
   */
  run<T>(
    key: string,
    work: (connection: Connection) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T> {
    return this.semaphore.run(() => work(this.connection), key, timeoutMs);
  }
}
