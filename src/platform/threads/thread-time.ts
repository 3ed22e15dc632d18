import { readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism, getPriority, loadavg, setPriority } from 'node:os';

/** Linux counts processor time in hundredths of a second for every program (proc(5)). */
const TICK_MS = 10;
/** The lowest priority of setpriority(2). */
const LAST = 19;

/** The system's id of the current thread; 0 where it has none (no Linux). */
export function ownThreadId(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Lowers the priority of this thread. Linux has one for each thread; elsewhere it would be that of the whole process.
 */
export function yieldToOthers(threadId: number, niceness: number): void {
  if (threadId === 0 || niceness === 0) return;
  try {
    setPriority(Math.min(getPriority() + niceness, LAST));
  } catch {
    // A sandbox may forbid it: the thread keeps its priority.
  }
}

/** Processor time of a thread of this process since its start, in ms; `undefined`: the system does not report it. */
export function processorMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // Behind the name, which may hold spaces and brackets: state is field 3, utime 14, stime 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** An estimate where the system reports no processor time: a thread's part of a busy machine. */
export const estimatedMs = (elapsedMs: number): number =>
  elapsedMs / Math.max(1, loadavg()[0]! / availableParallelism());
