import { Injectable } from '@nestjs/common';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError } from '../platform/threads/task-error.js';
import type { TaskInput, TaskOutput } from '../platform/threads/thread-tasks.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { ContentTasks } from './content-tasks.js';

/**
 * Limits of a task. `limitMs`: maximum processor time, several times what the most expensive content needs.
 * `timeoutMs`: longest wait for the result (contract 4).
 */
const LIMITS = { limitMs: 2_000, timeoutMs: 4_500 };

/** Identifies a task by its account and subject. Later tasks on a slow subject start in the slow lane (ADR 20). */
export interface NamedContent {
  /** The account that owns the content. */
  readonly account: string;
  /** The content of the task: publication and version; for edits, also their hash. */
  readonly subject: string;
  /** Longest wait for the result, in ms; default: `LIMITS.timeoutMs`. */
  readonly timeoutMs?: number;
}

/** Runs content tasks in threads, because a task on 200,000 characters would block the main thread for too long. */
@Injectable()
export class ContentsService {
  constructor(private readonly threads: Threads) {}

  /** @throws Problem `unavailable` */
  async run<Kind extends keyof ContentTasks>(
    kind: Kind,
    input: TaskInput<ContentTasks, Kind>,
    { account, subject, timeoutMs = LIMITS.timeoutMs }: NamedContent,
  ): Promise<TaskOutput<ContentTasks, Kind>> {
    try {
      const options = { ...LIMITS, timeoutMs, account, subject: `contents ${subject}` };
      return await this.threads.run<Kind>(kind, input, options);
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }
}
