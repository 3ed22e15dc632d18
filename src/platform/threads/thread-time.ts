import { readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism, getPriority, loadavg, setPriority } from 'node:os';

/** Linux reports processor time to every program in units of 10 ms (proc(5)). */
const TICK_MS = 10;
/** The largest nice value, which is the lowest priority (setpriority(2)). */
const LAST = 19;

/** Returns the id that the operating system gave the current thread; 0 if the system is not Linux. */
export function ownThreadId(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Lowers the priority of the current thread. Does nothing on systems other than Linux, because there the priority of
 * the whole process would change.
 */
export function yieldToOthers(threadId: number, niceness: number): void {
  if (threadId === 0 || niceness === 0) return;
  try {
    setPriority(Math.min(getPriority() + niceness, LAST));
  } catch {
    // A sandbox can forbid the change. The thread then keeps its priority.
  }
}

/** Returns the processor time of a thread since its start, in ms; `undefined` if the system does not report it. */
export function processorMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined;
  try {
    return processorMsIn(`/proc/self/task/${threadId}/stat`);
  } catch {
    return undefined;
  }
}

/** Reads processor time in ms from the file `stat` of a process or thread. @throws Error if the file does not exist */
export function processorMsIn(path: string): number {
  const stat = readFileSync(path, 'latin1');
  // Splits only the text after the program's name, because the name can contain spaces and brackets. The first field of
  // this text is number 3 in proc(5); utime is number 14, and stime is number 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * Estimates processor time from elapsed time, for systems that do not report processor time. If the load exceeds the
 * number of processors, only a part of the elapsed time counts.
 */
export const estimatedMs = (elapsedMs: number): number =>
  elapsedMs / Math.max(1, loadavg()[0]! / availableParallelism());
