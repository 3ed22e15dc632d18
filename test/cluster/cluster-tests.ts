import { basename, join } from 'node:path';
import { LocalCluster } from '../../deploy/cluster/local/local-cluster.js';
import { findPrograms } from '../../deploy/cluster/local/packages.js';
import type { Network } from '../../deploy/cluster/local/network.js';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns whether the tests of a file run. The tests need the programs of a cluster. If these programs are not
 * installed, the tests are skipped, and a line on stderr names the file. With `REQUIRE_CLUSTER=1`, the tests run even
 * without these programs, and fail.
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

/**
 * Time-out of a start, in ms. The cluster waits for its nodes for a shorter time. So a failed start can clean up before
 * the time-out.
 */
export const START_MS = 300_000;

/** Starts the topology of `deploy/cluster`, without a rate limit. */
export const startCluster = (network?: Network): Promise<LocalCluster> =>
  LocalCluster.start({
    root: ROOT,
    env: { RATE_LIMIT_PER_MINUTE: '0' },
    ...(network ? { network } : {}),
  });
