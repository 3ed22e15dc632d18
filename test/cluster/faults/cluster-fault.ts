import type { DatabaseNode } from '../../../deploy/cluster/local/database-node.js';
import type { LocalCluster } from '../../../deploy/cluster/local/local-cluster.js';

export interface ClusterFault {
  readonly name: string;
  /** Whether another node becomes primary. */
  readonly promotes: boolean;
  /** Whether the fault restarts processes of the service on purpose. */
  readonly restartsService?: boolean;
  /** @returns a function that repairs the fault, if the fault needs a repair */
  inject(cluster: LocalCluster, primary: DatabaseNode): Promise<(() => Promise<void>) | void>;
}
