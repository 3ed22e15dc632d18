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
  /** Whose task it is: accounts take turns. */
  readonly account: string;
  /** Such as a publication and its version: slow subjects are remembered, for tasks of all kinds. */
  readonly subject?: string;
  /** Processor time that its thread may spend, in ms. */
  readonly limitMs: number;
  /** How long a request waits for the result, in ms; absent: none waits. */
  readonly timeoutMs?: number;
}

/** Threads of the quick lane: at least two, so that one document never blocks all others. */
const QUICK_THREADS = Math.max(availableParallelism(), 2);
/** Processor time from which on a task belongs into the slow lane. */
const SLOW_MS = 500;
/** Interactive tasks of one account that wait; the next one is refused at once. */
const MAX_WAITING = 100;

interface Task extends WaitingTask {
  readonly kind: string;
  readonly input: unknown;
  readonly subject: string | undefined;
  readonly limitMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Run {
  readonly task: Task;
  readonly stop: AbortController;
  /** It has taken longer than the quick lane allows. */
  isSlow: boolean;
}

interface Lane {
  readonly max: number;
  readonly queue: TaskQueue<Task>;
  readonly runs: Set<Run>;
}

const lane = (max: number): Lane => ({ max, queue: new TaskQueue(), runs: new Set() });

/** The reason of a run that goes on in the slow lane, from its beginning. */
const TO_SLOW_LANE = new Error('The task goes on in the slow lane.');

export interface LaneUse {
  readonly lane: 'quick' | 'slow';
  readonly running: number;
  readonly waiting: number;
}

/**
 * The threads for all work that can be expensive, so that none of it stalls the process (contract 9, ADR 20).
 * Accounts take turns. What once took long runs in a lane of one thread, so that the quick lane never waits for it;
 * what takes too long is refused for some minutes without being tried.
 */
@Injectable()
export class Threads<Tasks = ThreadTasks> implements OnApplicationShutdown {
  private readonly runner: ThreadRunner;
  private readonly quick: Lane;
  private readonly slow = lane(1);
  private readonly memory = new TaskMemory();

  /** @param program what the threads run */
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
   * Runs a task in a thread. Other errors than these say nothing about the task, and it may be tried again.
   * @throws TaskError if the task is at fault; Problem `unavailable` where `timeoutMs` passed before a thread was free
   */
  run<Kind extends keyof Tasks & string>(
    kind: Kind,
    input: TaskInput<Tasks, Kind>,
    { account, subject, limitMs, timeoutMs }: TaskOptions,
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
        resolve: settle(resolve as (value: unknown) => void),
        reject: settle(reject),
      };
      // A running task goes on, and its end is remembered.
      const expire = (): void => {
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

  /** Begins what there is a thread for. An idle slow lane helps the quick one out. */
  private dispatch(): void {
    const { quick, slow, memory } = this;
    this.makeRoom();
    this.fill(quick, quick.queue, (task) => memory.isSlow(task) || this.leavesOne(task));
    this.fill(slow, slow.queue);
    this.fill(slow, quick.queue, (task) => memory.isSlow(task) || !memory.isHeavy(task.account));
  }

  /** Begins waiting tasks in the free threads of a lane. */
  private fill(free: Lane, queue: TaskQueue<Task>, mayBegin?: (task: Task) => boolean): void {
    while (free.runs.size < free.max) {
      const task = queue.take((account) => this.runningOf(account), mayBegin);
      if (!task) break;
      // It turned out to be slow while it waited.
      if (free === this.quick && this.memory.isSlow(task)) this.slow.queue.add(task);
      else void this.begin(task, free);
    }
  }

  /**
   * Moves slow tasks to the slow lane: as they run if it is free. Else, where they hold every place and an account that is
   * not heavy waits, one goes there from its beginning: its thread ends, and starting another takes half a second of a
   * processor.
   */
  private makeRoom(): void {
    const { quick, slow } = this;
    const runs = [...quick.runs];
    for (const run of runs.filter(({ isSlow }) => isSlow)) {
      if (slow.runs.size === slow.max || slow.queue.size > 0) break;
      quick.runs.delete(run);
      slow.runs.add(run);
    }
    const isStuck = quick.runs.size === quick.max && runs.every(({ isSlow }) => isSlow);
    const isEnding = runs.some(({ stop }) => stop.signal.aborted);
    if (!isStuck || isEnding || !quick.queue.hasAccount((account) => !this.memory.isHeavy(account)))
      return;
    runs.at(-1)?.stop.abort(TO_SLOW_LANE);
  }

  /** Whether a thread of the quick lane is left for other accounts if a task begins; heavy accounts count as one. */
  private leavesOne({ account }: Task): boolean {
    const isHeavy = this.memory.isHeavy(account);
    const sharing = [...this.quick.runs].filter(
      ({ task }) => task.account === account || (isHeavy && this.memory.isHeavy(task.account)),
    );
    return sharing.length < this.quick.max - 1;
  }

  private runningOf(account: string): number {
    const runs = [...this.quick.runs, ...this.slow.runs];
    return runs.filter(({ task }) => task.account === account).length;
  }

  private async begin(task: Task, in_: Lane): Promise<void> {
    const run: Run = { task, stop: new AbortController(), isSlow: false };
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
      if (error === TO_SLOW_LANE) this.slow.queue.add(task);
      else this.fail(task, error);
    } finally {
      this.quick.runs.delete(run);
      this.slow.runs.delete(run);
      this.dispatch();
    }
  }

  private fail(task: Task, error: unknown): void {
    if (error instanceof TaskError) this.memory.refuse(task, error);
    task.reject(error);
  }
}
