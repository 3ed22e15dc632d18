import type { Random } from '../random.js';
import { PRIMARIES } from './primaries.js';
import type { Fault } from './fault.js';
import { GREED } from './greed.js';
import { KILLS } from './kills.js';
import { MIGRATIONS } from './migrations.js';
import { NETWORKS } from './networks.js';
import { PAUSES } from './pauses.js';
import { TIMES } from './times.js';

const ALL: readonly Fault[] = [
  ...KILLS,
  ...PAUSES,
  ...NETWORKS,
  ...TIMES,
  ...MIGRATIONS,
  ...PRIMARIES,
  ...GREED,
];

/**
 * Returns `count` faults. Every kind of fault occurs once before any kind occurs again. The first one is no greed, unless
 * all are: processes that have just started are slow for everybody.
 * @param part text in the names of the returned faults. The name of at least one fault must contain this text
 */
export function scheduleFaults(count: number, random: Random, part = ''): Fault[] {
  const kinds = ALL.filter(({ name }) => name.includes(part));
  if (kinds.length === 0) throw new Error(`No fault is called "${part}".`);
  const scheduled: Fault[] = [];
  while (scheduled.length < count) scheduled.push(...random.shuffled(kinds));
  const first = scheduled.findIndex(({ leavesOthersServed }) => !leavesOthersServed);
  scheduled.unshift(...scheduled.splice(Math.max(first, 0), 1));
  return scheduled.slice(0, count);
}

export const named = (name: string): Fault => ALL.find((fault) => fault.name === name)!;
