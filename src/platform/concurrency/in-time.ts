import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problems/problem.js';

/** Returns the result of `work`; `null` if `work` takes longer than `timeoutMs` or throws a Problem `unavailable`. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  const result = work.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'unavailable') return null;
    throw error;
  });
  return Promise.race([result, sleep(timeoutMs, null, { ref: false })]);
}
