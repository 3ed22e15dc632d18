import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Niceness } from './assignment.js';
import { unavailable } from '../problems/common-problems.js';
import { TaskError } from './task-error.js';
import { TaskMemory } from './task-memory.js';
import { TaskQueue, type WaitingTask } from './task-queue.js';
import { ThreadRunner, type ThreadStarts } from './thread-runner.js';
import type { TaskInput, TaskOutput, ThreadTasks } from './thread-tasks.js';

export interface TaskOptions {
  /** The account for which the task runs. Accounts take turns. */
  readonly account: string;
  /**
   * The subject of the task, such as a publication and its version. If a task was slow, all later tasks with the same
   * subject, of any kind, start in the slow lane.
   */
  readonly subject?: string;
  /** Whether the task can take much memory; false by default. An account runs one such task at a time. */
  readonly isLarge?: boolean;
  /** Maximum processor time of the task, in ms. */
  readonly limitMs: number;
  /** Longest wait of a request for the result, in ms; absent if no request waits. */
  readonly timeoutMs?: number;
}

/** Threads of the quick lane: one per processor, but at least two, so that one document never blocks all others. */
const QUICK_THREADS = Math.max(availableParallelism(), 2);
/** A task with this much processor time is slow. */
const SLOW_MS = 500;
/** Maximum number of waiting interactive tasks of one account in a lane. Further tasks are refused immediately. */
const MAX_WAITING = 100;

interface Task extends WaitingTask {
  readonly kind: string;
  readonly input: unknown;
  readonly subject: string | undefined;
  readonly isLarge: boolean;
  readonly limitMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** True once the request has stopped waiting for the task. */
  isExpired: boolean;
}

interface Run {
  readonly task: Task;
  readonly stop: AbortController;
  /** True once the task has taken `SLOW_MS` of processor time. */
  isSlow: boolean;
}

interface Lane {
  readonly max: number;
  readonly queue: TaskQueue<Task>;
  readonly runs: Set<Run>;
}

const lane = (max: number): Lane => ({ max, queue: new TaskQueue(), runs: new Set() });

/** The reason for aborting a run whose task must start again, from the beginning, in the slow lane. */
const TO_SLOW_LANE = new Error('The task goes on in the slow lane.');

export interface LaneUse {
  readonly lane: 'quick' | 'slow';
  readonly running: number;
  readonly waiting: number;
}

/**
 * Runs possibly expensive work in threads, so that the work never blocks the main thread (contract 9, ADR 20). Accounts
 * take turns, and each account leaves one thread of the quick lane to other accounts. A task starts in the slow lane if
 * an earlier task with the same subject was slow. So the task does not delay the quick lane. The slow lane has one
 * thread. For ten minutes, a task that failed is refused without another try. For ten minutes, a task that exceeded its
 * limit is tried again only with a higher limit.
 */
@Injectable()
export class Threads<Tasks = ThreadTasks> implements OnApplicationShutdown {
  private readonly runner: ThreadRunner;
  private readonly quick: Lane;
  private readonly slow = lane(1);
  private readonly memory = new TaskMemory();

  /** @param program the module that the threads run */
  constructor(
    program: URL,
    {
      quickThreads = QUICK_THREADS,
      niceness = 0,
      startTimeoutMs,
    }: { quickThreads?: number; niceness?: Niceness; startTimeoutMs?: number } = {},
  ) {
    this.quick = lane(quickThreads);
    this.runner = new ThreadRunner(program, quickThreads + this.slow.max, niceness, startTimeoutMs);
  }

  get starts(): ThreadStarts {
    return this.runner.starts;
  }

  get use(): readonly LaneUse[] {
    return (['quick', 'slow'] as const).map((name) => {
      const { runs, queue } = this[name];
      return { lane: name, running: runs.size, waiting: queue.size };
    });
  }

  /**
   * Runs a task in a thread. After any error other than `TaskError`, the task can be tried again.
   * @throws TaskError if the task is at fault
   * @throws Problem `unavailable` if there is no result after `timeoutMs`, or if too many tasks of the account wait
   */
  run<Kind extends keyof Tasks & string>(
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
    { account, subject, isLarge = false, limitMs, timeoutMs }: TaskOptions,
  ): Promise<TaskOutput<Tasks, Kind>> {
    const known = { kind, subject, limitMs };
    const error = this.memory.errorOf(known);
    if (error) return Promise.reject(error);
    const { queue } = this.memory.isSlow(known) ? this.slow : this.quick;
    const isInteractive = timeoutMs !== undefined;
    if (isInteractive && queue.countInteractive(account) >= MAX_WAITING) {
      return Promise.reject(unavailable());
    }
    return new Promise((resolve, reject) => {
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          end(value);
        };
      const task: Task = {
        ...known,
        input,
        account,
        isInteractive,
        isLarge,
        resolve: settle(resolve as (value: unknown) => void),
        reject: settle(reject),
        isExpired: false,
      };
      // If the task is already running, the task continues, so that `memory` records how the task ends.
      const expire = (): void => {
        task.isExpired = true;
        for (const each of [this.quick, this.slow]) each.queue.remove(task);
        reject(unavailable());
      };
      const timer = isInteractive ? setTimeout(expire, timeoutMs) : undefined;
      queue.add(task);
      this.dispatch();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  /** Starts waiting tasks in the free threads. An idle slow lane takes tasks from the queue of the quick lane. */
  private dispatch(): void {
    const { quick, slow } = this;
    this.fill(slow, slow.queue);
    this.makeRoom();
    this.fill(quick, quick.queue, (account) => this.leavesOne(account));
    this.fill(slow, slow.queue);
    this.fill(slow, quick.queue, (account) => !this.memory.isHeavy(account));
  }

  /**
   * Starts tasks of `queue` in the free threads of the lane `free`.
   * @param mayBegin whether tasks of an account may start. `mayBegin` does not apply to slow tasks. A large task always
   * waits while its account runs another large task.
   */
  private fill(
    free: Lane,
    queue: TaskQueue<Task>,
    mayBegin: (account: string) => boolean = () => true,
  ): void {
    while (free.runs.size < free.max) {
      const task = queue.take({
        running: (account) => this.runsOf(account).length,
        mayBegin: (account) => {
          const isAllowed = mayBegin(account);
          const isLargeRunning = this.runsOf(account).some((run) => run.task.isLarge);
          return (each) =>
            (isAllowed || this.memory.isSlow(each)) && !(each.isLarge && isLargeRunning);
        },
      });
      if (!task) break;
      // While the task waited, another task with the same subject was slow, so this task moves to the slow lane.
      if (free === this.quick && this.memory.isSlow(task)) this.slow.queue.add(task);
      else void this.begin(task, free, queue === this.slow.queue);
    }
  }

  /**
   * Moves slow tasks out of the quick lane. If the slow lane is free, a running slow task moves there with its thread,
   * without an interruption. If the slow lane is busy, a slow task may be stopped, and then starts again in the slow
   * lane. This happens only if slow tasks hold all threads of the quick lane, and a task of an account that is not
   * heavy waits. Stopping a task ends its thread, and starting a new thread takes half a second of processor time. So
   * no task is stopped if the slow lane will soon be free. The slow lane will soon be free if it runs a quick task, and
   * no slow task waits.
   */
  private makeRoom(): void {
    const { quick, slow } = this;
    for (const run of [...quick.runs].filter(({ isSlow }) => isSlow)) {
      if (slow.runs.size === slow.max) break;
      quick.runs.delete(run);
      slow.runs.add(run);
    }
    const runs = [...quick.runs];
    const isStuck = runs.length === quick.max && runs.every(({ isSlow }) => isSlow);
    const isEnding = runs.some(({ stop }) => stop.signal.aborted);
    const isSoonFree = slow.queue.size === 0 && [...slow.runs].some(({ isSlow }) => !isSlow);
    if (!isStuck || isEnding || isSoonFree) return;
    if (quick.queue.hasAccount((account) => !this.memory.isHeavy(account)))
      runs.at(-1)!.stop.abort(TO_SLOW_LANE);
  }

  /**
   * Whether an account leaves a quick thread to others if it starts one more task. All heavy accounts together count as
   * one account.
   */
  private leavesOne(account: string): boolean {
    const isHeavy = this.memory.isHeavy(account);
    const sharing = [...this.quick.runs].filter(
      ({ task }) => task.account === account || (isHeavy && this.memory.isHeavy(task.account)),
    );
    return sharing.length < Math.max(this.quick.max - 1, 1);
  }

  private runsOf(account: string): readonly Run[] {
    return [...this.quick.runs, ...this.slow.runs].filter(({ task }) => task.account === account);
  }

  private async begin(task: Task, in_: Lane, isSlow: boolean): Promise<void> {
    const run: Run = { task, stop: new AbortController(), isSlow };
    in_.runs.add(run);
    const onSlow = (): void => {
      run.isSlow = true;
      this.memory.markSlow(task, task.account);
      this.dispatch();
    };
    try {
      const limits = { limitMs: task.limitMs, slowMs: SLOW_MS, onSlow };
      const { value, spentMs } = await this.runner.run(task, limits, run.stop);
      if (spentMs >= SLOW_MS) this.memory.markSlow(task, task.account);
      task.resolve(value);
    } catch (error) {
      if (error !== TO_SLOW_LANE) this.fail(task, error);
      else if (!task.isExpired) this.slow.queue.add(task);
    } finally {
      this.quick.runs.delete(run);
      this.slow.runs.delete(run);
      this.dispatch();
    }
  }

  private fail(task: Task, error: unknown): void {
    if (error instanceof TaskError) {
      this.memory.refuse(task, error);
      // If the main thread is busy, the first check of the processor time can come after the limit. Such a late check
      // does not mark the task as slow.
      if (error.kind === 'limit') this.memory.markSlow(task, task.account);
    }
    task.reject(error);
  }
}
