import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics.js';
import { connectionLost, isSerializationFailure } from './database-fault.js';
import { ReadPool } from './read-pool.js';
import { ReplicaCheck } from './replica-check.js';
import type { Reads, Statement } from './statement.js';

const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Reads from the replica if it has caught up, otherwise from the primary. So no read returns older data than the
 * primary, and no read fails because of the replica.
 */
export class ReplicaReads implements Reads {
  private readonly replica: ReadPool;
  private readonly check: ReplicaCheck;

  constructor(
    private readonly primary: Reads,
    url: string,
    poolSize: number,
    private readonly metrics: Metrics,
  ) {
    this.replica = new ReadPool(url, poolSize);
    this.check = new ReplicaCheck(primary, this.replica);
  }

  async rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    if (await this.check.caughtUp()) {
      try {
        const rows = await this.replica.rows<Row>(statement, values);
        this.metrics.publicReads.inc({ source: 'replica' });
        return rows;
      } catch (error) {
        // The connection to the replica broke, or the replica cancelled the query to replay changes (40001).
        if (!connectionLost(error) && !isSerializationFailure(error)) throw error;
      }
    }
    this.metrics.publicReads.inc({ source: 'primary' });
    return this.primary.rows<Row>(statement, values);
  }

  /** Closes the pool after its last query. A replica that does not answer must not delay the exit (contract 12). */
  async close(): Promise<void> {
    await Promise.race([this.replica.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
