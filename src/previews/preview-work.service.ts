import { Injectable } from '@nestjs/common';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError, type TaskInput, type TaskOutput } from '../platform/threads/thread-tasks.js';
import { Threads } from '../platform/threads/threads.service.js';
import { renderFaultOf } from '../rendering/rendered-document.js';
import type { previewTasks } from './preview-tasks.js';

type Tasks = typeof previewTasks;

/** Longest wait of a request for its turn in the threads, in ms. */
const TIMEOUT_MS = 4_500;

@Injectable()
export class PreviewWork {
  constructor(private readonly threads: Threads) {}

  /**
   * Renders a revision as a release does, and makes its preview.
   * @throws RenderFault, Problem `unavailable`
   */
  async render<Kind extends 'previewPage'>(
    account: string,
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
  ): Promise<TaskOutput<Tasks, Kind>> {
    try {
      return await this.threads.run<Kind>(kind, input, { account, timeoutMs: TIMEOUT_MS });
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /** Makes a page, or a part of a page, that shows the changes between two revisions. @throws Problem `unavailable` */
  async compare<Kind extends 'previewChanges' | 'comparison'>(
    account: string,
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
  ): Promise<TaskOutput<Tasks, Kind>> {
    try {
      return await this.threads.run<Kind>(kind, input, { account, timeoutMs: TIMEOUT_MS });
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }
}
