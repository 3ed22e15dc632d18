import type { Cluster } from '../cluster.js';
import type { History } from '../history.js';
import type { Random } from '../random.js';

/** Times of the loss of the primary and of the promotion of its standby, on the clock of `Span`. */
export interface Failover {
  readonly lost: number;
  readonly promoted: number;
}

/** A fault that happens while clients work. `Cluster.heal` undoes it afterwards. */
export interface Fault {
  readonly name: string;
  /** Whether the fault must not cause a 503 for any client. */
  readonly leavesOthersServed?: boolean;
  /**
   * Whether clients write documents without pictures. This is necessary if an older version of the service takes
   * part, because it may not support pictures.
   */
  readonly withoutPictures?: boolean;
  /** Runs before the clients begin. */
  prepare?(cluster: Cluster): Promise<void>;
  /** Causes the fault; resolves when `Cluster.heal` may run. Clients add to `history` at the same time. */
  inject(cluster: Cluster, random: Random, history: History): Promise<Failover | void>;
}
