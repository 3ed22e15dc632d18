import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../load.js';
import type { Deed } from './workload.js';

/** Results of `drivePaced`. */
export interface Paced {
  readonly deeds: number;
  /** Messages of the deeds that failed. */
  readonly failures: readonly string[];
  /** Longest delay of a deed's start in ms. */
  readonly latest: number;
}

const MAX_FAILURES = 100;

/**
 * Begins `rate` deeds per second, each deed on the first free connection. Therefore the load does not depend on the
 * speed of the service.
 * @throws Error if more than `MAX_FAILURES` deeds fail
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
