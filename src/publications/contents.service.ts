import { Injectable } from '@nestjs/common';
import { unavailable } from '../platform/problems/common-problems.js';
import { MAX_PARTS } from '../rendering/bounds.js';
import { type Inspection, needsInspection } from '../rendering/pictures.js';
import { TaskError, type TaskInput, type TaskOutput } from '../platform/threads/thread-tasks.js';
import { type TaskOptions, Threads } from '../platform/threads/threads.service.js';
import type { ContentTasks } from './content-tasks.js';
import { contentFaulty } from './publications.errors.js';

/** The fault of content with too many parts. */
const TOO_MANY_PARTS = `must have at most ${MAX_PARTS.toLocaleString('en')} Markdown parts, such as headings, list items, table cells and marks; split the document`;

/** Longest wait of a request for its turn in the threads, in ms (contract 4). */
const TIMEOUT_MS = 4_500;

/** Runs content tasks in threads, because a task on 200,000 characters would block the main thread for too long. */
@Injectable()
export class ContentsService {
  constructor(private readonly threads: Threads) {}

  /** Runs a task, whose request waits at most `TIMEOUT_MS` by default. @throws Problem `unavailable` */
  async run<Kind extends keyof ContentTasks>(
    kind: Kind,
    input: TaskInput<ContentTasks, Kind>,
    { account, timeoutMs = TIMEOUT_MS }: TaskOptions,
  ): Promise<TaskOutput<ContentTasks, Kind>> {
    try {
      return await this.threads.run<Kind>(kind, input, { account, timeoutMs });
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }

  /**
   * Finds the pictures that new content names. A thread parses the content, but only if there can be something to find.
   * @param faulty makes the problem of content with too many parts (contract 2)
   * @throws Problem `validation_failed`, `unavailable`
   */
  async picturesIn(
    content: string,
    account: string,
    faulty = contentFaulty,
  ): Promise<Inspection['pictures']> {
    if (!needsInspection(content)) return [];
    const { hasTooManyParts, pictures } = await this.run('inspect', { content }, { account });
    if (hasTooManyParts) throw faulty(TOO_MANY_PARTS);
    return pictures;
  }
}
