import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../load.js';
import type { Deed } from './workload.js';

/** What came of a paced drive. */
export interface Paced {
  readonly deeds: number;
  /** Of answers that were not the expected ones; the first of them. */
  readonly failures: readonly string[];
  /** The most milliseconds by which a deed began later than it should have. */
  readonly latest: number;
}

const MAX_FAILURES = 100;

/**
 * Begins so many deeds a second, each on the first free connection: a load that stays the same however
 * fast the service is.
 * @throws Error where so much fails that there is nothing to be learnt
 */
export async function drivePaced(
  connections: readonly Connection[],
  next: () => Deed,
  rate: number,
  milliseconds: number,
): Promise<Paced> {
  const failures: string[] = [];
  const started = performance.now();
  let deeds = 0;
  let latest = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const due = (deeds * 1_000) / rate;
        if (due >= milliseconds) return;
        deeds += 1;
        const early = started + due - performance.now();
        if (early > 0) await sleep(early);
        else latest = Math.max(latest, -early);
        try {
          await next()(connection);
        } catch (error) {
          failures.push(String(error));
          if (failures.length > MAX_FAILURES) throw error;
        }
      }
    }),
  );
  return { deeds, failures, latest };
}
