import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/PID/stat`. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** CPU ticks of the process and of its children that have ended. */
  readonly ticks: number;
}

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU time that a process and its descendants have used until now, in ms. */
export function cpuOfTree(root: number): number {
  const ticks = treeOf(root).reduce((sum, process) => sum + process.ticks, 0);
  return (ticks * 1_000) / TICKS_A_SECOND;
}

/** Returns the sum of the peak memory of each process of a tree, in MiB. */
export function peakMemoryOfTree(root: number): number {
  const kilobytes = treeOf(root).map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}

/** Returns the id of the parent of a process. */
export function parentOf(pid: number): number {
  const found = read(pid);
  if (!found) throw new Error(`There is no process ${pid}.`);
  return found.parent;
}

/** Returns a process and its descendants. */
export function treeOf(root: number): Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? []);
  const tree = processes.filter(({ pid }) => pid === root);
  for (const { pid } of tree) {
    tree.push(...processes.filter(({ parent }) => parent === pid));
  }
  return tree;
}

/** Reads one process; `undefined` if it has ended. */
function read(pid: number): Process | undefined {
  try {
    // The name, in brackets, can contain anything. The first field after the name is the state.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
