import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type TransferListItem, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { TaskTable } from './thread-tasks.js';
import { ownThreadId, processorMs, yieldToOthers } from './thread-time.js';

/** The message to a thread: a task, and shared memory in which the thread reports that the task has begun. */
export interface Assignment {
  readonly kind: string;
  readonly input: unknown;
  /** Shared memory. `BEGUN` lists the elements of this array. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/**
 * Difference between the nice values of a thread and of the main thread (setpriority(2)). If the two threads compete
 * for one processor, a thread with the value 10 gets a tenth of the processor's time. Threads receive this value as
 * `workerData`.
 */
export type Niceness = number;

/**
 * Indexes of the elements of `begun`. The element `flag` is 1 once the task has begun. The element `threadId` is the id
 * that the operating system gave the thread. The element `processorMs` is the processor time of the thread when the
 * task began, in ms. `places` is not an index, but the number of elements.
 */
export const BEGUN = { flag: 0, threadId: 1, processorMs: 2, places: 3 } as const;

/**
 * The report of a thread about a task. `spentMs` is the processor time of the task, if the operating system reports
 * processor times. `reason` says why the task failed, for the log.
 */
export type Outcome =
  { readonly value: unknown; readonly spentMs: number | undefined } | { readonly reason: string };

const threadId = ownThreadId();

/** Size of the heap in bytes above which a thread collects its garbage when a task ends. */
const LARGE_HEAP = 64 * 1024 ** 2;

// Without an explicit `gc()`, an idle thread keeps its garbage for most of a minute. V8's flag `--expose-gc` applies to
// all new contexts of the process, including those of the main thread. The flag is set here, not on the command line,
// so that every process has the flag.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Makes the function that a thread calls for each task, and lowers the thread's priority. If a task throws an error,
 * the input of the task is at fault, and the error becomes the `reason` of the outcome.
 */
export function taskRunner(tasks: TaskTable): (assignment: Assignment) => unknown {
  yieldToOthers(threadId, workerData as Niceness);
  return ({ kind, input, begun }) => {
    const before = processorMs(threadId);
    Atomics.store(begun, BEGUN.threadId, threadId);
    Atomics.store(begun, BEGUN.processorMs, before ?? 0);
    Atomics.store(begun, BEGUN.flag, 1);
    Atomics.notify(begun, BEGUN.flag);
    try {
      const value = tasks[kind]!(input as never);
      const after = processorMs(threadId);
      const spentMs = before === undefined || after === undefined ? undefined : after - before;
      return handedOver({ value, spentMs });
    } catch (error) {
      return { reason: String(error) } satisfies Outcome;
    } finally {
      if (getHeapStatistics().total_heap_size > LARGE_HEAP) collectGarbage();
    }
  };
}

/** Wraps a result so that its bytes pass to the main thread without being copied. */
function handedOver(outcome: { readonly value: unknown; readonly spentMs: number | undefined }) {
  const buffers = new Set<ArrayBuffer>();
  const value = withOwnBuffers(outcome.value, buffers);
  const done = { ...outcome, value } satisfies Outcome;
  if (buffers.size === 0) return done;
  const transferable = {
    get [transferableSymbol as never](): TransferListItem[] {
      return [...buffers];
    },
    get [valueSymbol as never](): Outcome {
      return done;
    },
  };
  return move(transferable as never);
}

/**
 * Gives each byte array in a value a buffer of its own, and adds the buffer to `buffers`. Small arrays are copied,
 * because Node puts many small arrays into one large buffer.
 */
function withOwnBuffers(value: unknown, buffers: Set<ArrayBuffer>): unknown {
  if (value instanceof Uint8Array) {
    const isAlone = value.buffer instanceof ArrayBuffer && value.buffer.byteLength === value.length;
    const own = isAlone ? value : Uint8Array.from(value);
    buffers.add(own.buffer as ArrayBuffer);
    return own;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withOwnBuffers(part, buffers)]),
  );
}
