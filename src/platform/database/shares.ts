import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Semaphore } from '../concurrency/semaphore.js';
import { Connection } from './connection.js';
import { DatabaseBusy } from './database-fault.js';

/**
 * Who uses the connections of a process, and what part of them each may hold. Together they are the whole
 * pool, so that nobody ever waits for a connection that somebody of another share holds (contract 4).
 */
const PARTS = {
  publicReads: 0.2,
  accountReads: 0.2,
  accountWrites: 0.3,
  worker: 0.15,
  heartbeat: 0.05,
  other: 0.1,
};

/** One of those who share the connections of a process. */
export type ShareName = keyof typeof PARTS;
const SHARE_NAMES = Object.keys(PARTS) as ShareName[];

/** Of a share, what one key may hold: one account, or one statement, never has all of it. */
const PART_OF_KEY = 0.6;
/** How long a statement waits for a connection of its share, unless its caller says otherwise. */
const QUEUE_TIMEOUT_MS = 2_000;
/** Statements of one key that may wait. */
const MAX_WAITING = 1_000;

/** What stands before the connections of a share, or of a pool: a short queue for each key. */
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

  constructor(
    private readonly connection: Connection,
    readonly name: ShareName,
    /** Connections at once. */
    readonly max: number,
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

/** The connections of this process, shared out. */
export class Shares {
  private readonly shares: ReadonlyMap<ShareName, Share>;

  /** @param poolSize connections in all; each share has one at least, so that a pool below 6 is short of some */
  constructor(
    private readonly dataSource: DataSource,
    poolSize: number,
  ) {
    const connection = new Connection(dataSource);
    this.shares = new Map(
      SHARE_NAMES.map((name) => {
        const max = Math.max(1, Math.floor(poolSize * PARTS[name]));
        return [name, new Share(connection, name, max)];
      }),
    );
  }

  of(name: ShareName): Share {
    return this.shares.get(name)!;
  }

  all(): readonly Share[] {
    return [...this.shares.values()];
  }

  /** The connections of this process at one moment, and the tasks that wait for one. */
  poolUse(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount } = (this.dataSource.driver as PostgresDriver).master as Pool;
    const waiting = this.all().reduce((sum, { use }) => sum + use.waiting, 0);
    return { total: totalCount, idle: idleCount, waiting };
  }
}
