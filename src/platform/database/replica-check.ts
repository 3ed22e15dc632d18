import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicReads } from './public-reads.js';
import { HOLDS, POSITION } from './replica.statements.js';

interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly cluster: string;
}

/** A replica that is farther behind is of no use to a reader who waits. */
const CATCH_UP_TIMEOUT_MS = 100;
/** Between two looks at a replica that is a moment behind. */
const POLL_MS = 2;
/** A replica that was away, or too far behind, is left alone for so long. */
const RETRY_DELAY_MS = 1_000;

/** Tells whether a replica has caught up with what is known, by one question for all who ask at once. */
export class ReplicaCheck {
  private current = Promise.resolve(false);
  private next: Promise<boolean> | undefined;
  private ignoredUntil = 0;

  constructor(
    private readonly primary: PublicReads,
    private readonly replica: PublicReads,
  ) {}

  /**
   * Whether the replica holds everything that anybody could have seen when this was called. A question that
   * is under way may be older than that: who comes meanwhile waits for the next.
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

  /**
   * Whether the replica gets, within so many milliseconds, to where the primary is now.
   * @throws what keeps either from answering
   */
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
