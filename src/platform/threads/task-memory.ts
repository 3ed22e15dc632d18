import { LRUCache } from 'lru-cache';
import type { TaskError } from './task-error.js';

const TTL_MS = 10 * 60_000;
const MAX_TASKS = 10_000;

/** A task that cannot be done. */
interface Refused {
  readonly error: TaskError;
  /** The processor time that was not enough; what ran out of memory is never tried again. */
  readonly limitMs: number;
}

/** Which tasks are slow and which cannot be done, for some minutes, so that no request finds it out anew. */
export class TaskMemory {
  private readonly slow = new LRUCache<string, true>({ max: MAX_TASKS, ttl: TTL_MS });
  private readonly refused = new LRUCache<string, Refused>({ max: MAX_TASKS, ttl: TTL_MS });

  isSlow(name: string | undefined): boolean {
    return name !== undefined && this.slow.has(name);
  }

  setSlow(name: string | undefined, isSlow: boolean): void {
    if (name === undefined) return;
    if (isSlow) this.slow.set(name, true);
    else this.slow.delete(name);
  }

  /** Why a task cannot be done in so much processor time, if that is known. */
  errorOf(name: string | undefined, limitMs: number): TaskError | undefined {
    const refused = name === undefined ? undefined : this.refused.get(name);
    return refused && refused.limitMs >= limitMs ? refused.error : undefined;
  }

  refuse(name: string | undefined, error: TaskError, limitMs: number): void {
    if (name === undefined) return;
    const isFinal = error.kind === 'failed';
    this.refused.set(name, { error, limitMs: isFinal ? Number.POSITIVE_INFINITY : limitMs });
  }
}
