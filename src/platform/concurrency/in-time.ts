import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problems/problem.js';

/** The result of possibly expensive work; `null`: not within `timeoutMs`, or refused for now. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  const result = work.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'unavailable') return null;
    throw error;
  });
  return Promise.race([result, sleep(timeoutMs, null, { ref: false })]);
}
