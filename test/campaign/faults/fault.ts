import type { Cluster } from '../cluster.js';
import type { Random } from '../random.js';

/** Something that goes wrong in the middle of the work. The cluster heals afterwards. */
export interface Fault {
  readonly name: string;
  /** What has to be done while all is quiet. */
  prepare?(cluster: Cluster): Promise<void>;
  /** Resolves when the worst is over. */
  inject(cluster: Cluster, random: Random): Promise<void>;
}
