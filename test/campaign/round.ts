import { setTimeout as sleep } from 'node:timers/promises';
import { checkAnswers } from './checker/answers.js';
import { checkAudit, openBooks, type Units } from './checker/books.js';
import { checkReads, checkVersions } from './checker/documents.js';
import type { Ledger } from './checker/ledger.js';
import { checkPages } from './checker/pages.js';
import { checkRepeats } from './checker/repeats.js';
import { checkSettled } from './checker/settled.js';
import { checkWalks } from './checker/walks.js';
import { Witnesses } from './checker/witnesses.js';
import type { Fault } from './faults/fault.js';
import { acceptance, type History } from './history.js';
import type { House } from './house.js';
import { settleWrites } from './quiet.js';
import type { Random } from './random.js';
import type { Shelf } from './shelf.js';
import { Workload } from './workload.js';
import type { Shore } from './writes.js';

/** What outlives a round. */
export interface Standing {
  readonly house: House;
  readonly ledger: Ledger;
  readonly units: Units;
  readonly shelf: Shelf;
}

/** One round, told. */
export interface RoundResult {
  readonly fault: string;
  readonly history: History;
  readonly violations: readonly string[];
  readonly seconds: number;
}

/** Everybody works, something goes wrong, the house heals, and all must be as clients were told. */
export async function playRound(
  standing: Standing,
  fault: Fault,
  shore: Shore,
  operations: number,
  random: Random,
): Promise<RoundResult> {
  const begun = performance.now();
  const { house, shelf } = standing;
  await openBooks(house.cluster.url, house.people);
  await fault.prepare?.(house);
  const workload = new Workload(house, shore, shelf, random.fork('workload'));
  const violations: string[] = [];
  const strike = async (): Promise<void> => {
    await sleep(random.whole(100, 800));
    await fault.strike(house, random.fork('fault')).catch((error: Error) => {
      violations.push(error.message);
    });
    violations.push(...lastWords(house));
    await house.heal();
  };
  await workload.run(operations, strike());
  violations.push(...lastWords(house), ...(await settleWrites(house, workload.history)));
  violations.push(...(await check(standing, shore.round, workload.history)));
  const seconds = (performance.now() - begun) / 1_000;
  return { fault: fault.name, history: workload.history, violations, seconds };
}

async function check(
  { house, ledger, units }: Standing,
  round: number,
  history: History,
): Promise<string[]> {
  const { intents } = history;
  const entered = ledger.enter(intents);
  units.count(intents);
  const witnesses = new Witnesses(history);
  const ids = new Set(intents.map((intent) => acceptance(intent)?.body.id));
  const touched = [...ledger.entries.values()].filter(({ id }) => ids.has(id));
  const onTheWay = [
    ...checkReads(history, ledger, witnesses),
    ...checkPages(history, ledger, witnesses),
    ...checkWalks(history, ledger),
  ];
  const settled = await Promise.all(touched.map((entry) => checkSettled(house, entry)));
  return [
    ...checkAnswers(history),
    ...breakdowns(house, history),
    ...checkRepeats(intents),
    ...entered,
    ...touched.flatMap(checkVersions),
    ...onTheWay,
    ...settled.flat(),
    ...(await checkAudit(house.cluster.url, round, intents)),
    ...(await units.check(house.cluster.url)),
  ];
}

/** What the log says about answers that laid the blame on the service. */
function breakdowns({ apis }: House, { intents, looks }: History): string[] {
  const replies = [...intents.flatMap(({ attempts }) => attempts), ...looks].map(
    ({ reply }) => reply,
  );
  return replies
    .filter((reply) => reply?.status === 500)
    .flatMap((reply) => apis.map((api) => api.logOf(reply!.body.requestId)))
    .filter((log) => log !== '');
}

/** Processes that ended though nobody ended them. */
const lastWords = ({ stations }: House): string[] =>
  stations.flatMap((station) => {
    const words = station.lastWords();
    return words === undefined ? [] : [`${station.name} ended by itself: ${words}`];
  });
