import type { Cluster } from '../cluster.js';
import type { History } from '../history.js';
import type { Random } from '../random.js';

/** When the database was lost, and when another server had taken its place: as the times of a `Span`. */
export interface Failover {
  readonly lost: number;
  readonly promoted: number;
}

/** Something that goes wrong in the middle of the work. The cluster heals afterwards. */
export interface Fault {
  readonly name: string;
  /** No request of a client is refused for it. */
  readonly leavesOthersServed?: boolean;
  /** A version of the service takes part that knows no pictures. */
  readonly withoutPictures?: boolean;
  /** Preparation while all is quiet. */
  prepare?(cluster: Cluster): Promise<void>;
  /** Resolves when the worst is over. `history` grows meanwhile. */
  inject(cluster: Cluster, random: Random, history: History): Promise<Failover | void>;
}
