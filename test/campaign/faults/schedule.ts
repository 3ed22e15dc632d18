import type { Random } from '../random.js';
import type { Fault } from './fault.js';
import { KILLS } from './kills.js';
import { MIGRATIONS } from './migrations.js';
import { NETWORKS } from './networks.js';
import { PAUSES } from './pauses.js';
import { TIMES } from './times.js';

const ALL: readonly Fault[] = [...KILLS, ...PAUSES, ...NETWORKS, ...TIMES, ...MIGRATIONS];

/** So many faults: every kind comes before any comes again. */
export function scheduleFaults(count: number, random: Random): Fault[] {
  const scheduled: Fault[] = [];
  while (scheduled.length < count) scheduled.push(...random.shuffled(ALL));
  return scheduled.slice(0, count);
}

/** The fault of this name. */
export const named = (name: string): Fault => ALL.find((fault) => fault.name === name)!;
