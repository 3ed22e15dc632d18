import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { DatabaseNode } from '../../../deploy/cluster/local/database-node.js';
import type { LocalCluster } from '../../../deploy/cluster/local/local-cluster.js';
import { issueKey } from '../../setup/operator.js';
import { compareBooks } from './books.js';
import type { ClusterFault } from './cluster-faults.js';
import { Readers } from './readers.js';
import { Writers } from './writers.js';

const WRITERS = 6;
/** Number of acknowledged writes for which the round waits before the fault, after the fault, and after its repair. */
const SOME = 40;
const FAILOVER_TIMEOUT_MS = 90_000;

/** The measurements of a fault. */
export interface FaultRound {
  readonly fault: string;
  /** Time from the fault until another node is the primary, or `null` if no node was promoted. */
  readonly promotedMs: number | null;
  /** The longest time in which no write was acknowledged. */
  readonly gapMs: number;
  /** Time from the promotion until the next write was acknowledged. */
  readonly afterPromotionMs: number | null;
  readonly writes: number;
  readonly refusedWrites: number;
  readonly refusedReads: number;
  readonly lost: number;
  readonly twice: number;
  readonly backInTime: number;
  readonly restarted: number;
  readonly violations: readonly string[];
}

/** Injects a fault under load, repairs the fault, and compares the database with the responses. */
export async function playFault(cluster: LocalCluster, fault: ClusterFault): Promise<FaultRound> {
  const { key, accountId } = await issueKey(cluster.primaryUrl, { limit: 1_000_000 });
  const pids = pidsOf(cluster);
  const primary = await cluster.primary();
  const writers = new Writers(cluster.url, key, WRITERS);
  const readers = new Readers(cluster.url, key);
  await writers.untilAcknowledged(0, SOME);
  const begun = performance.now();
  const promotion = fault.promotes ? untilPromoted(cluster, primary) : undefined;
  const mend = await fault.inject(cluster, primary);
  const promoted = await promotion;
  const again = await writers.untilAcknowledged(promoted ?? performance.now());
  await writers.untilAcknowledged(again, SOME);
  await mend?.();
  await cluster.untilWhole();
  await writers.untilAcknowledged(performance.now(), SOME);
  await Promise.all([writers.stop(), readers.stop()]);
  const { lost, twice } = await compareBooks(cluster.primaryUrl, accountId, writers.acknowledged);
  return {
    fault: fault.name,
    promotedMs: promoted === undefined ? null : promoted - begun,
    gapMs: longestGap(writers.acknowledged.map(({ at }) => at)),
    afterPromotionMs: promoted === undefined ? null : again - promoted,
    writes: writers.acknowledged.length,
    refusedWrites: writers.refused,
    refusedReads: readers.refused,
    lost,
    twice,
    backInTime: readers.violations.length,
    restarted: fault.restartsService
      ? 0
      : pidsOf(cluster).filter((pid) => !pids.includes(pid)).length,
    violations: [...writers.violations, ...readers.violations],
  };
}

/** Maximum time from the promotion until writes are accepted again, in ms (contract 12). */
const RECOVERY_MS = 15_000;

/** Expects that a round lost no write, showed no older version after a newer one, and recovered in time. */
export function expectSound({ afterPromotionMs, ...round }: FaultRound): void {
  const sound = { lost: 0, twice: 0, backInTime: 0, restarted: 0, violations: [] };
  expect(round).toMatchObject(sound);
  expect(afterPromotionMs ?? 0).toBeLessThan(RECOVERY_MS);
}

const pidsOf = ({ services }: LocalCluster): (number | undefined)[] =>
  [...services.values()].map(({ pid }) => pid);

/** Waits until a node other than `before` reports that it is the primary, and returns the time. */
async function untilPromoted(cluster: LocalCluster, before: DatabaseNode): Promise<number> {
  const others = cluster.nodes.filter((node) => node !== before);
  const end = performance.now() + FAILOVER_TIMEOUT_MS;
  while (performance.now() < end) {
    const leads = await Promise.all(others.map((node) => node.isPrimary()));
    if (leads.includes(true)) return performance.now();
    await sleep(100);
  }
  throw new Error('No other node has become primary.');
}

function longestGap(moments: readonly number[]): number {
  const inOrder = moments.toSorted((a, b) => a - b);
  return Math.max(...inOrder.slice(1).map((moment, index) => moment - inOrder[index]!));
}
