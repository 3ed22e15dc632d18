import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics.js';
import { connectionLost, isSerializationFailure } from './database-fault.js';
import type { Reads, Statement } from './statement.js';

/**
 * Position up to which the primary's write-ahead log is on disk. A change of the public site becomes visible only after
 * its commit is on disk. So the log before this position contains every change of the public site that a client has
 * seen.
 */
const POSITION: Statement = {
  name: 'replica_position',
  text: `
    SELECT lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer AS timeline,
           (SELECT system_identifier::text FROM pg_control_system()) AS cluster
      FROM pg_current_wal_flush_lsn() AS lsn`,
};

/**
 * Whether the server is a standby of cluster $3, on timeline $2, that has replayed the log up to position $1. Positions
 * of different timelines cannot be compared.
 */
const HOLDS: Statement = {
  name: 'replica_holds',
  text: `
    SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
             AND (SELECT timeline_id FROM pg_control_checkpoint()) = $2::integer
             AND (SELECT system_identifier::text FROM pg_control_system()) = $3::text,
           false) AS holds`,
};

interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly cluster: string;
}

/** Longest time that a read waits until the replica has caught up. After this time, the read goes to the primary. */
const CATCH_UP_TIMEOUT_MS = 100;
/** Poll interval while a replica catches up. */
const POLL_MS = 2;
/** Time for which all reads go to the primary after the replica was unreachable or too far behind. */
const RETRY_DELAY_MS = 1_000;

/** Returns whether `replica` reaches the current position of `primary` within `milliseconds`. @throws errors of pg */
export async function catchesUp(
  primary: Reads,
  replica: Reads,
  milliseconds: number,
): Promise<boolean> {
  const [position] = await primary.rows<Position>(POSITION);
  const { lsn, timeline, cluster } = position!;
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const [row] = await replica.rows<{ holds: boolean }>(HOLDS, [lsn, timeline, cluster]);
    if (row!.holds) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Reads from the replica if the replica has caught up, and from the primary if not. So no read returns older data than
 * the primary. If the replica cannot be reached or cancels a read, the read goes to the primary (ADR 11).
 */
export class ReplicaReads implements Reads {
  private current = Promise.resolve(false);
  private next: Promise<boolean> | undefined;
  private ignoredUntil = 0;

  constructor(
    private readonly primary: Reads,
    private readonly replica: Reads,
    private readonly metrics: Metrics,
  ) {}

  async rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    if (await this.caughtUp()) {
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
   * Returns whether the replica has every change that was visible before this call. Calls that wait at the same time
   * share one check. The check begins after the call, because a check that is already running may have read an older
   * position.
   */
  async caughtUp(): Promise<boolean> {
    if (performance.now() < this.ignoredUntil) return false;
    this.next ??= this.current.then(() => {
      this.current = this.next!;
      this.next = undefined;
      return this.check();
    });
    return this.next;
  }

  private async check(): Promise<boolean> {
    const timeout = sleep(CATCH_UP_TIMEOUT_MS, false, { ref: false });
    const reached = catchesUp(this.primary, this.replica, CATCH_UP_TIMEOUT_MS);
    const caughtUp = await Promise.race([reached, timeout]).catch(() => false);
    if (!caughtUp) this.ignoredUntil = performance.now() + RETRY_DELAY_MS;
    return caughtUp;
  }
}
