import { type TransferListItem, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { TaskTable } from './thread-tasks.js';
import { ownThreadId, processorMs, yieldToOthers } from './thread-time.js';

/** The input of a thread: its task, and shared memory to report its start. */
export interface Assignment {
  readonly kind: string;
  readonly input: unknown;
  /** Shared memory: see `BEGUN`. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/**
 * The data of a thread: how far its priority is below that of the main thread, by setpriority(2). Where both want a whole
 * processor, a thread of 10 gets a tenth of it.
 */
export type Niceness = number;

/** Indexes of `begun`: 1 once the task has begun; the system's id of the thread; its processor time then, in ms. */
export const BEGUN = { flag: 0, threadId: 1, processorMs: 2, places: 3 } as const;

/** The report of a thread on one task; `reason`: why it failed, for the log. */
export type Outcome =
  { readonly value: unknown; readonly spentMs: number | undefined } | { readonly reason: string };

const threadId = ownThreadId();

/** The program of a thread, once it is loaded. Whatever a task throws is the fault of its input. */
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
    }
  };
}

/** The bytes in a result go over to the main thread without a copy. */
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

/** Small buffers are cut out of one that Node shares among many: those are copied out of it. */
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
