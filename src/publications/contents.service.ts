import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '../platform/errors/service.errors.js';
import { ThreadPool } from '../platform/threads/thread-pool.js';
import type { ContentAnswers, ContentTask } from './content.worker.js';

/** Of a task with its wait (contract 4). */
const TIMEOUT_MS = 5_000;
/** Nobody waits for somebody else's work (contract 4): no account has two threads at once, nor a long queue. */
const SHARE = {
  maxPerKey: 1,
  maxWaiting: 100,
  timeoutMs: 4_000,
  waitCounts: true,
  refusal: unavailable,
  toError: unavailable,
};

/** Work on whole contents, in threads: 200,000 characters take longer than others may wait. */
@Injectable()
export class ContentsService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<ContentTask, ContentAnswers[keyof ContentAnswers]>(
    new URL('./content.worker.js', import.meta.url),
    TIMEOUT_MS,
    SHARE,
  );

  /** @throws Problem `unavailable` */
  async run<Kind extends ContentTask['kind']>(
    accountId: string,
    task: ContentTask & { readonly kind: Kind },
  ): Promise<ContentAnswers[Kind]> {
    return (await this.threads.run(task, accountId)) as ContentAnswers[Kind];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
