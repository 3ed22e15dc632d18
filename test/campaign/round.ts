import { setTimeout as sleep } from 'node:timers/promises';
import { checkAnswers, checkServed } from './checker/answers.js';
import { auditOf, checkAudit, openBooks, type Units } from './checker/books.js';
import { checkDecisions, checkTold } from './checker/decisions.js';
import { checkReads, checkVersions } from './checker/documents.js';
import type { Ledger } from './checker/ledger.js';
import { checkPages } from './checker/pages.js';
import { checkShown, checkUploads } from './checker/pictures.js';
import { checkRepeats } from './checker/repeats.js';
import { checkSettled } from './checker/settled.js';
import { checkWalks } from './checker/walks.js';
import { Observations } from './checker/observations.js';
import { Editor } from './editor.js';
import type { Fault } from './faults/fault.js';
import { acceptance, type History } from './history.js';
import type { Cluster } from './cluster.js';
import { settleWrites } from './settling.js';
import type { Random } from './random.js';
import { checkRecovery, type Recovery, recoveryOf } from './recovery.js';
import { KnownDocuments } from './known-documents.js';
import { Workload } from './workload.js';
import type { Scenario } from './writes.js';

/** Longest time, in ms, for the work of a round: several times that of the slowest fault. */
const ROUND_MS = 600_000;

/** State that all rounds share. */
export interface CampaignState {
  readonly cluster: Cluster;
  readonly ledger: Ledger;
  readonly units: Units;
  readonly known: KnownDocuments;
}

export interface RoundResult {
  readonly fault: string;
  readonly history: History;
  readonly violations: readonly string[];
  readonly seconds: number;
  /** Set if a standby was promoted. */
  readonly recovery: Recovery | undefined;
}

/** Plays one round: clients work, a fault happens, and the cluster heals. Then the state must match the answers. */
export async function playRound(
  state: CampaignState,
  fault: Fault,
  scenario: Scenario,
  operations: number,
  random: Random,
): Promise<RoundResult> {
  const begun = performance.now();
  const { cluster, known } = state;
  await openBooks(cluster.database.url, cluster.accounts);
  await fault.prepare?.(cluster);
  const workload = new Workload(cluster, scenario, known, random.fork('workload'));
  const { history } = workload;
  const violations: string[] = [];
  const inject = async (): Promise<number | undefined> => {
    await sleep(random.whole(100, 800));
    const chances = random.fork('fault');
    const outcome = await fault.inject(cluster, chances, history).catch((error: Error) => {
      violations.push(error.message);
    });
    violations.push(...unexpectedExit(cluster));
    await cluster.heal();
    return outcome ?? undefined;
  };
  const injected = inject();
  const editor = new Editor(cluster, `${scenario.locale}-ZZ`, random.fork('editor'));
  const work = [workload.run(operations, injected), editor.work(injected)];
  // A request of Node.js can stay without any end if it is aborted while its body is read (nodejs/node, issue 56917).
  const late = sleep(ROUND_MS, 'late', { ref: false });
  const isLate = (await Promise.race([Promise.all(work), late])) === 'late';
  if (isLate) violations.push(`after ${ROUND_MS} ms, a client still waits`);
  const promoted = isLate ? undefined : await injected;
  violations.push(...editor.violations);
  violations.push(...unexpectedExit(cluster), ...(await settleWrites(cluster, history)));
  violations.push(...(await check(state, scenario.round, history)));
  const names = cluster.apis.map(({ name }) => name);
  const recovery = promoted === undefined ? undefined : recoveryOf(history, promoted, names);
  if (fault.leavesOthersServed) violations.push(...checkServed(history));
  if (recovery) violations.push(...checkRecovery(recovery));
  if (violations.length > 0) {
    violations.push(`the processes' logs are in ${await cluster.keepLogs()}`);
  }
  return {
    fault: fault.name,
    history,
    violations,
    seconds: (performance.now() - begun) / 1_000,
    recovery,
  };
}

async function check(
  { cluster, ledger, units }: CampaignState,
  round: number,
  history: History,
): Promise<string[]> {
  const { intents } = history;
  const entered = ledger.enter(intents);
  ledger.enterUploads(history.uploads);
  const audit = await auditOf(cluster.database.url, round, intents);
  units.count(audit, intents);
  const observations = new Observations(history);
  const ids = new Set(intents.map((intent) => acceptance(intent)?.body.id));
  const touched = [...ledger.entries.values()].filter(({ id }) => ids.has(id));
  const onTheWay = [
    ...checkReads(history, ledger, observations),
    ...checkTold(history, ledger),
    ...checkPages(history, ledger, observations),
    ...checkWalks(history, ledger),
    ...checkUploads(history, ledger),
  ];
  const settled = await Promise.all(
    touched.map(async (entry) => [
      ...(await checkSettled(cluster, entry)),
      ...(await checkShown(cluster, entry)),
    ]),
  );
  return [
    ...checkAnswers(history),
    ...breakdowns(cluster, history),
    ...checkRepeats(intents),
    ...entered,
    ...touched.flatMap(checkVersions),
    ...onTheWay,
    ...settled.flat(),
    ...checkAudit(audit, intents),
    ...(await checkDecisions(cluster.database.url, touched)),
    ...(await units.check(cluster.database.url, cluster.accounts)),
  ];
}

/** Returns the log lines about responses with status 500. */
function breakdowns({ apis }: Cluster, { requests }: History): string[] {
  return requests
    .filter(({ reply }) => reply?.status === 500)
    .flatMap(({ reply }) => apis.map((api) => api.logOf(reply!.body.requestId)))
    .filter((log) => log !== '');
}

/** Returns a violation for each process that ended without `kill` or `stop`. */
const unexpectedExit = ({ nodes }: Cluster): string[] =>
  nodes.flatMap((node) => {
    const words = node.unexpectedExit();
    return words === undefined ? [] : [`${node.name} ended by itself: ${words}`];
  });
