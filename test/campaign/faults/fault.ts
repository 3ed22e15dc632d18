import type { Cluster } from '../cluster.js';
import type { History } from '../history.js';
import type { Random } from '../random.js';

/** Times of the loss of the primary and of the promotion of its standby, on the clock of `Span`. */
export interface Failover {
  readonly lost: number;
  readonly promoted: number;
}

/** A fault that happens while clients work. Afterwards, `Cluster.heal` undoes the fault. */
export interface Fault {
  readonly name: string;
  /** Whether every client of the round must be served, that is, must get no 503. */
  readonly leavesOthersServed?: boolean;
  /** Runs before the clients begin. */
  prepare?(cluster: Cluster): Promise<void>;
  /** Causes the fault. Resolves when `Cluster.heal` may run. Meanwhile, clients add their requests to `history`. */
  inject(cluster: Cluster, random: Random, history: History): Promise<Failover | void>;
}
