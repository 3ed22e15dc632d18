import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics.js';
import { connectionLost, isSerializationFailure } from './database-fault.js';
import { ReadPool } from './read-pool.js';
import { ReplicaCheck } from './replica-check.js';
import type { Reads, Statement } from './statement.js';

const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Reads from the replica if the replica has caught up, and from the primary if not. So no read returns older data than
 * the primary. If the replica cannot be reached or cancels a read, the read goes to the primary.
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
        // The connection to the replica broke, or the replica cancelled the query in order to replay changes (40001).
        if (!connectionLost(error) && !isSerializationFailure(error)) throw error;
      }
    }
    this.metrics.publicReads.inc({ source: 'primary' });
    return this.primary.rows<Row>(statement, values);
  }

  /**
   * Closes the pool after its last query. Waits at most `CLOSE_TIMEOUT_MS`, because a replica that does not answer must
   * not delay the exit (contract 12).
   */
  async close(): Promise<void> {
    await Promise.race([this.replica.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
