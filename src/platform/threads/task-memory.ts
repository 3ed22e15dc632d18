import { LRUCache } from 'lru-cache';
import type { TaskError } from './task-error.js';

const TTL_MS = 10 * 60_000;
const MAX_TASKS = 10_000;

interface Refused {
  readonly error: TaskError;
  /**
   * The limit of processor time that was not enough. After any other fault, the limit is infinite, because more time
   * would not help.
   */
  readonly limitMs: number;
}

interface Known {
  readonly kind: string;
  /** The subject of the task. Without a subject, only the account of the task can be remembered. */
  readonly subject: string | undefined;
  readonly limitMs: number;
}

/**
 * Remembers slow subjects, heavy accounts and failed tasks for ten minutes. Meanwhile, a task that failed is not run
 * again, and a task that exceeded its limit is run again only with a higher limit.
 */
export class TaskMemory {
  private readonly slow = new LRUCache<string, true>({ max: MAX_TASKS, ttl: TTL_MS });
  /** Accounts that had a slow task. */
  private readonly heavy = new LRUCache<string, true>({ max: MAX_TASKS, ttl: TTL_MS });
  private readonly refused = new LRUCache<string, Refused>({ max: MAX_TASKS, ttl: TTL_MS });

  isSlow({ subject }: Known): boolean {
    return subject !== undefined && this.slow.has(subject);
  }

  /** Whether an account had a slow task within the last ten minutes. */
  isHeavy(account: string): boolean {
    return this.heavy.has(account);
  }

  markSlow({ subject }: Known, account: string): void {
    this.heavy.set(account, true);
    if (subject !== undefined) this.slow.set(subject, true);
  }

  /** Returns the error of an earlier run, if the task would fail in the same way with `limitMs`. */
  errorOf({ kind, subject, limitMs }: Known): TaskError | undefined {
    const refused = this.refused.get(`${kind} ${subject}`);
    return refused && refused.limitMs >= limitMs ? refused.error : undefined;
  }

  refuse({ kind, subject, limitMs }: Known, error: TaskError): void {
    if (subject === undefined) return;
    const isFinal = error.kind === 'failed';
    this.refused.set(`${kind} ${subject}`, {
      error,
      limitMs: isFinal ? Number.POSITIVE_INFINITY : limitMs,
    });
  }
}
