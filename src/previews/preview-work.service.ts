import { Injectable } from '@nestjs/common';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError } from '../platform/threads/task-error.js';
import type { TaskInput, TaskOutput } from '../platform/threads/thread-tasks.js';
import { Threads } from '../platform/threads/threads.service.js';
import { renderFaultOf } from '../rendering/render-fault.js';
import { isLarge } from '../rendering/rendered-document.js';
import type { previewTasks } from './preview-tasks.js';

type Tasks = typeof previewTasks;

const LIMITS = { limitMs: 5_000, timeoutMs: 4_500 };

interface Seen {
  readonly accountId: string;
  readonly publicationId: string;
  readonly revision: number;
}

@Injectable()
export class PreviewWork {
  constructor(private readonly threads: Threads) {}

  /**
   * Renders a revision as a release does, and makes its preview.
   * @param markdown the Markdown of the revision, which `input` also contains
   * @throws RenderFault, Problem `unavailable`
   */
  async render<Kind extends 'previewPage' | 'previewArticle'>(
    { accountId, publicationId, revision }: Seen,
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
    markdown: string,
  ): Promise<TaskOutput<Tasks, Kind>> {
    const subject = `rendering ${publicationId} ${revision}`;
    const options = { ...LIMITS, account: accountId, subject, isLarge: isLarge(markdown) };
    try {
      return await this.threads.run<Kind>(kind, input, options);
    } catch (error) {
      throw renderFaultOf(error);
    }
  }

  /** Makes a page, or a part of a page, that shows the changes between two revisions. @throws Problem `unavailable` */
  async compare<Kind extends 'previewChanges' | 'revisionChanges'>(
    { accountId, publicationId, revision }: Seen,
    other: number | null,
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
  ): Promise<TaskOutput<Tasks, Kind>> {
    const subject = `changes ${publicationId} ${other} ${revision}`;
    try {
      return await this.threads.run<Kind>(kind, input, { ...LIMITS, account: accountId, subject });
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }
}
