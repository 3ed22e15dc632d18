import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DatabaseNode } from '../../deploy/cluster/local/database-node.js';
import type { LocalCluster } from '../../deploy/cluster/local/local-cluster.js';
import { Load } from '../process/load.js';
import { expectUnitPerWrite } from '../setup/books.js';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { clusterTestsRun, START_MS, startCluster } from './cluster-tests.js';

/** Maximum time from the promotion until writes are accepted again, in ms (contract 12). */
const RECOVERY_MS = 15_000;

describe.runIf(clusterTestsRun(import.meta.filename))('the cluster of deploy/cluster', () => {
  let cluster: LocalCluster;
  let accountId: string;
  let api: Client;

  beforeAll(async () => {
    cluster = await startCluster();
    const issued = await issueKey(cluster.primaryUrl, { limit: 1_000_000 });
    ({ accountId } = issued);
    api = client(cluster.url, issued.key);
  }, START_MS);
  afterAll(() => cluster?.stop());

  /** Takes the primary away under load, and returns once writes are accepted again. */
  async function loseThePrimary(take: (primary: DatabaseNode) => void) {
    const before = await cluster.primary();
    const pids = servicePids();
    const load = new Load(api, 4);
    onTestFinished(() => load.stop());
    while (load.created.length < 20) await sleep(20);
    take(before);
    let next = before;
    while (next === before) next = await cluster.primary();
    const promoted = performance.now();
    while ((await api.create(newDocument())).status !== 201) await sleep(50);
    expect(performance.now() - promoted).toBeLessThan(RECOVERY_MS);
    expect(servicePids()).toEqual(pids);
    return { before, created: load.created, load };
  }

  const servicePids = () => [...cluster.services.values()].map(({ pid }) => pid);

  /** Checks that each acknowledged document is stored, and that each write took one unit. */
  async function expectBooks(created: readonly string[]): Promise<void> {
    const there = await sql<{ id: string }>(
      cluster.primaryUrl,
      'SELECT id FROM publication WHERE id = ANY ($1)',
      [created],
    );
    expect(there).toHaveLength(created.length);
    await expectUnitPerWrite(cluster.primaryUrl, accountId);
  }

  it('[12.cluster] publishes a document through its single address', async () => {
    const { id, locale, slug } = expectAccepted(await api.create(newDocument()), 201);
    const wait = { headers: { Prefer: 'wait=20' } };
    const published = expectAccepted(await api.publish(id, { expectedVersion: 1 }, wait), 202);
    expect(published.indexStatus).toBe('ready');
    const page = await fetch(`${cluster.url}/${locale}/${slug}`);
    expect(page.status).toBe(200);
  });

  it('[12.cluster] [12.failover] continues without a restart of the service when the primary is killed, and loses no accepted write', async () => {
    const { created, load } = await loseThePrimary((primary) => primary.signalPostgres('SIGKILL'));
    await cluster.untilWhole();
    await load.stop();
    await expectBooks(created);
  });

  // If the old primary became the primary again, the writes that were acknowledged after the promotion would be lost.
  it('[12.cluster] [12.failover] loses no accepted write when a frozen primary is replaced and then resumes', async () => {
    const { before, created, load } = await loseThePrimary((primary) =>
      primary.signalPostgres('SIGSTOP'),
    );
    const acknowledged = created.length;
    while (created.length < acknowledged + 20) await sleep(20);
    before.signalPostgres('SIGCONT');
    await cluster.untilWhole();
    await load.stop();
    expect(await before.isPrimary()).toBe(false);
    await expectBooks(created);
  });

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
