import type { Cluster } from '../cluster.js';
import type { History } from '../history.js';
import type { Random } from '../random.js';

/** A fault that happens while clients work. Afterwards, `Cluster.heal` undoes the fault. */
export interface Fault {
  readonly name: string;
  /** Whether every client of the round must be served, that is, must get no 503. */
  readonly leavesOthersServed?: boolean;
  /** Runs before the clients begin. */
  prepare?(cluster: Cluster): Promise<void>;
  /**
   * Causes the fault. Resolves when `Cluster.heal` may run. Meanwhile, clients add their requests to `history`.
   * @returns the time of the promotion of a standby, on the clock of `Span`, if one was promoted
   */
  inject(cluster: Cluster, random: Random, history: History): Promise<number | void>;
}
