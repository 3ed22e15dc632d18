import { setTimeout as sleep } from 'node:timers/promises';
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

/** Checks whether a replica has caught up with the primary. Calls that wait at the same time share one check. */
export class ReplicaCheck {
  private current = Promise.resolve(false);
  private next: Promise<boolean> | undefined;
  private ignoredUntil = 0;

  constructor(
    private readonly primary: Reads,
    private readonly replica: Reads,
  ) {}

  /**
   * Returns whether the replica has every change that was visible before this call. Waits for a check that begins after
   * the call, because a check that is already running may have read an older position.
   */
  async caughtUp(): Promise<boolean> {
    if (performance.now() < this.ignoredUntil) return false;
    this.next ??= this.current.then(() => this.begin());
    return this.next;
  }

  private begin(): Promise<boolean> {
    this.current = this.next!;
    this.next = undefined;
    return this.ask();
  }

  private async ask(): Promise<boolean> {
    const timeout = sleep(CATCH_UP_TIMEOUT_MS, false, { ref: false });
    const caughtUp = await Promise.race([this.reached(CATCH_UP_TIMEOUT_MS), timeout]).catch(
      () => false,
    );
    if (!caughtUp) this.ignoredUntil = performance.now() + RETRY_DELAY_MS;
    return caughtUp;
  }

  /** Returns whether the replica reaches the primary's current position within `milliseconds`. @throws errors of pg */
  async reached(milliseconds: number): Promise<boolean> {
    const [position] = await this.primary.rows<Position>(POSITION);
    const { lsn, timeline, cluster } = position!;
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      const [row] = await this.replica.rows<{ holds: boolean }>(HOLDS, [lsn, timeline, cluster]);
      if (row!.holds) return true;
      await sleep(POLL_MS);
    }
    return false;
  }
}
