import { setTimeout as sleep } from 'node:timers/promises';
import { buildVersionBefore } from '../../setup/version-before.js';
import type { ClusterNode } from '../cluster-node.js';
import type { Fault } from './fault.js';

/**
 * Stops a process, and starts it again from the build in the folder `version`. Without `version`, starts the current
 * build. Rejects if the stopped process exits with a code other than 0.
 */
async function change(node: ClusterNode, version?: string): Promise<void> {
  const code = await node.stop();
  if (code !== 0) throw new Error(`${node.name}: SIGTERM, exit ${code}`);
  await node.ensureRunning(version);
}

export const UPGRADES: readonly Fault[] = [
  {
    name: 'an upgrade from the version that had another schema',
    withoutPictures: true,
    prepare: async ({ apis, workers }) => {
      const before = buildVersionBefore();
      for (const node of [apis[0]!, workers[0]!]) await change(node, before);
    },
    inject: async ({ apis, workers }, random) => {
      await sleep(random.whole(1_000, 3_000));
      for (const node of [workers[0]!, apis[0]!]) await change(node);
    },
  },
];
