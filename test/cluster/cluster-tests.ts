import { basename, join } from 'node:path';
import { LocalCluster } from '../../deploy/cluster/local/local-cluster.js';
import { findPrograms } from '../../deploy/cluster/local/packages.js';
import type { Network } from '../../deploy/cluster/local/network.js';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Whether the tests of a file that need Patroni and its like run. Where they are not installed they are left out, and a
 * line says so; with `REQUIRE_CLUSTER=1` they run all the same, and fail.
 */
export function clusterTestsRun(file: string): boolean {
  if (process.env['REQUIRE_CLUSTER'] === '1') return true;
  try {
    findPrograms();
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}: ${basename(file)} is left out.\n`);
    return false;
  }
}

/** Longer than the cluster itself waits for its nodes, so that a start that fails ends what it began. */
export const START_MS = 300_000;

/** The topology of `deploy/cluster`, without limits for bursts. */
export const startCluster = (network?: Network): Promise<LocalCluster> =>
  LocalCluster.start({
    root: ROOT,
    env: { RATE_LIMIT_PER_MINUTE: '0' },
    ...(network ? { network } : {}),
  });
