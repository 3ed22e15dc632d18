import type { DatabaseNode } from '../../../deploy/cluster/local/database-node.js';
import type { LocalCluster } from '../../../deploy/cluster/local/local-cluster.js';

/** Something that goes wrong in a cluster under load. */
export interface ClusterFault {
  readonly name: string;
  /** Another node becomes primary. */
  readonly promotes: boolean;
  /** Starts processes of the service again, as is its purpose. */
  readonly restartsService?: boolean;
  /** @returns what mends it, where it does not mend itself */
  inject(cluster: LocalCluster, primary: DatabaseNode): Promise<(() => Promise<void>) | void>;
}
