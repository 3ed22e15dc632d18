import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import type { LocalCluster } from '../../deploy/cluster/local/local-cluster.js';
import { namespaces } from '../../deploy/cluster/local/network.js';
import { START_MS, startCluster } from './cluster-tests.js';
import { CLUSTER_FAULTS } from './faults/cluster-faults.js';
import { expectSound, type FaultRound, playFault } from './faults/fault-round.js';

const ROUND_MS = 400_000;

const { rounds, fault: wanted } = inject('plan');
const chosen = CLUSTER_FAULTS.filter(({ name }) => name.includes(wanted));
const plan = Array.from(
  { length: rounds },
  (_, round) => [round + 1, chosen[round % chosen.length]!] as const,
);

describe('the cluster of deploy/cluster, under load,', () => {
  let cluster: LocalCluster;
  const played: FaultRound[] = [];

  beforeAll(async () => {
    // Each node has its own network namespace, because one fault cuts a node off. Network namespaces need root.
    cluster = await startCluster(namespaces());
  }, START_MS);
  afterAll(async () => {
    await cluster?.stop();
    process.stdout.write(`\n${table(played).join('\n')}\n`);
  });

  it.each(plan)(
    'loses no write, never shows an older version after a newer one, and recovers within 15 s in round %i: $name',
    async (_round, fault) => {
      const round = await playFault(cluster, fault);
      played.push(round);
      process.stdout.write(`${row(round)}\n`);
      expectSound(round);
    },
    ROUND_MS,
  );
});

const HEAD = [
  'Fault',
  'New primary after, s',
  'Writes again after that, s',
  'Longest time without a write, s',
  'Writes',
  'Tries refused',
  'Reads refused',
  'Lost',
  'Twice',
  'Back in time',
  'Restarted',
];

const table = (rounds_: readonly FaultRound[]): string[] => [
  `| ${HEAD.join(' | ')} |`,
  `| --- |${' ---: |'.repeat(HEAD.length - 1)}`,
  ...rounds_.map(row),
];

function row(round: FaultRound): string {
  const { fault, promotedMs, afterPromotionMs, gapMs, ...counts } = round;
  const { writes, refusedWrites, refusedReads, lost, twice, backInTime, restarted } = counts;
  return `| ${[
    fault,
    seconds(promotedMs),
    seconds(afterPromotionMs),
    seconds(gapMs),
    writes,
    refusedWrites,
    refusedReads,
    lost,
    twice,
    backInTime,
    restarted,
  ].join(' | ')} |`;
}

const seconds = (value: number | null): string =>
  value === null ? '–' : (value / 1_000).toFixed(1);
