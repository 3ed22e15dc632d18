import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalCluster } from '../../deploy/cluster/local/local-cluster.js';
import { client } from '../setup/client.js';
import { newDocument, WAIT } from '../setup/document.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { clusterTestsRun, START_MS, startCluster } from './cluster-tests.js';
import { CLUSTER_FAULTS } from './faults/cluster-faults.js';
import { expectSound, playFault } from './faults/fault-round.js';

/**
 * The faults that this test injects; `npm run cluster:faults` injects all. If a frozen primary became the primary again
 * when it resumes, the writes that were acknowledged after the promotion would be lost.
 */
const FAULTS = CLUSTER_FAULTS.filter(({ name }) => /PostgreSQL of the primary/.test(name));

describe.runIf(clusterTestsRun(import.meta.filename))('the cluster of deploy/cluster', () => {
  let cluster: LocalCluster;

  beforeAll(async () => {
    cluster = await startCluster();
  }, START_MS);
  afterAll(() => cluster?.stop());

  it('[12.cluster] publishes a document through its single address', async () => {
    const api = client(cluster.url, (await issueKey(cluster.primaryUrl)).key);
    const { id, locale, slug } = expectAccepted(await api.create(newDocument()), 201);
    const published = expectAccepted(await api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(published.indexStatus).toBe('ready');
    const page = await fetch(`${cluster.url}/${locale}/${slug}`);
    expect(page.status).toBe(200);
  });

  it.each(FAULTS)(
    '[12.cluster] [12.failover] continues without a restart of the service, loses no accepted write, and accepts writes within 15 s of the promotion: $name',
    async (fault) => {
      expectSound(await playFault(cluster, fault));
    },
  );

  it('leaves no process and no file behind when it stops', async () => {
    const { directory } = cluster.context;
    await cluster.stop();
    const left = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandOf(pid).includes(directory));
    expect(left).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
