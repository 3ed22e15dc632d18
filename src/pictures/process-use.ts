import { readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second (proc(5)). */
const TICK_MS = 10;

export interface ProcessUse {
  /** Processor time of all its threads, in ms. */
  readonly processorMs: number;
  /** Current resident memory, in bytes. */
  readonly bytes: number;
}

/** What a process has used; `undefined` if it has ended, or the system is not Linux. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Skips pid and name, because a name can contain spaces and brackets. State is field 3, utime 14, stime 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      bytes: Number(resident ?? 0) * 1024,
    };
  } catch {
    return undefined;
  }
}
