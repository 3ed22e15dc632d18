import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Semaphore } from '../concurrency/semaphore.js';
import { unavailable } from '../problems/common-problems.js';
import {
  type Assignment,
  type Outcome,
  TaskError,
  type TaskInput,
  type TaskOutput,
  type ThreadTasks,
} from './thread-tasks.js';

/** Most tasks of one account that run at the same time: one per processor, but at least two. */
const OF_ACCOUNT = Math.max(availableParallelism(), 2);
/** One thread more, so that the expensive tasks of one account never have them all. */
const THREADS = OF_ACCOUNT + 1;
/** Maximum time of a task in its thread, in ms (contract 3). The most expensive document takes 0.3 s. */
const LIMIT_MS = 10_000;
/** Longest wait of a request for its turn, in ms. */
const REQUEST_TIMEOUT_MS = 4_500;
/** Memory of a thread for old and for new objects, in MB. A document of 4 KiB causes no collection. */
const MEMORY = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 16 };

export interface TaskOptions {
  /** The account for which the task runs. Accounts take turns. */
  readonly account: string;
  /** Longest wait for the turn, in ms. */
  readonly timeoutMs?: number;
}

/**
 * Runs possibly expensive work in threads, so that the work never blocks the main thread (ADR 20). Accounts take turns:
 * while others wait, an account has one task at a time. A document is bounded, so a turn is short.
 */
@Injectable()
export class Threads<Tasks = ThreadTasks> implements OnApplicationShutdown {
  private readonly turns = new Semaphore({
    max: THREADS,
    maxPerKey: OF_ACCOUNT,
    refusal: unavailable,
  });
  private readonly pool: Piscina<Assignment, Outcome>;
  /** Ends the tasks that wait for threads which cannot start. */
  private broken = new AbortController();

  /** @param program the module that the threads run; its default export is a `taskRunner` */
  constructor(
    program: URL,
    private readonly limitMs = LIMIT_MS,
  ) {
    this.pool = new Piscina({
      filename: fileURLToPath(program),
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: 60_000,
      recordTiming: false,
      // An idle thread keeps its event loop running, because V8 frees memory by timers of that loop.
      atomics: 'async',
      // The environment is empty, so that a document that took control of a thread would find no secret.
      env: {},
      resourceLimits: MEMORY,
    });
    // A thread that ended without a task, such as one that could not start: no task is to blame. One that ran out of
    // memory had a task, which its limit of time ended a moment before; the tasks of other threads go on.
    this.pool.on('error', (error) => {
      if (isOutOfMemory(error)) return;
      this.broken.abort(error);
      this.broken = new AbortController();
    });
  }

  /**
   * Runs a task in a thread. After any error other than `TaskError`, the task can be tried again.
   * @throws TaskError if the task is at fault
   * @throws Problem `unavailable` if the turn does not come within `timeoutMs`
   */
  run<Kind extends keyof Tasks & string>(
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
    { account, timeoutMs }: TaskOptions,
  ): Promise<TaskOutput<Tasks, Kind>> {
    const work = (): Promise<unknown> => this.runNow({ kind, input });
    return this.turns.run(work, account, timeoutMs) as Promise<TaskOutput<Tasks, Kind>>;
  }

  /**
   * Runs a task for a request, which waits at most `REQUEST_TIMEOUT_MS` by default.
   * @throws Problem `unavailable` if the turn does not come in time, or if the task is at fault
   */
  async forRequest<Kind extends keyof Tasks & string>(
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
    { account, timeoutMs = REQUEST_TIMEOUT_MS }: TaskOptions,
  ): Promise<TaskOutput<Tasks, Kind>> {
    try {
      return await this.run(kind, input, { account, timeoutMs });
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  private async runNow(assignment: Assignment): Promise<unknown> {
    const limit = AbortSignal.timeout(this.limitMs);
    const { signal: broken } = this.broken;
    let outcome;
    try {
      outcome = await this.pool.run(assignment, { signal: AbortSignal.any([limit, broken]) });
    } catch (cause) {
      throw limit.aborted || isOutOfMemory(cause) ? new TaskError('ended', { cause }) : cause;
    }
    if ('reason' in outcome) throw new TaskError('failed', { cause: outcome.reason });
    return outcome.value;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
