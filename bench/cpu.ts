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

/** Returns the CPU time of the children of this process that have ended, with their own children, in ms. */
export function cpuOfEnded(): number {
  return (fieldsOf(process.pid).slice(13, 15).reduce(sum) * 1_000) / TICKS_A_SECOND;
}

/** Returns the sum of the peak memory of each process of a tree, in MiB. */
export const peakMemoryOfTree = (root: number): number => memoryOf(root, /^VmHWM:\s+(\d+) kB$/m);

/** Returns the sum of the resident memory of each process of a tree, in MiB. */
export const memoryOfTree = (root: number): number => memoryOf(root, /^VmRSS:\s+(\d+) kB$/m);

function memoryOf(root: number, line: RegExp): number {
  const kilobytes = treeOf(root).map(({ pid }) =>
    Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  );
  return kilobytes.reduce(sum, 0) / 1_024;
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
    const fields = fieldsOf(pid);
    return { pid, parent: fields[1]!, ticks: fields.slice(11, 15).reduce(sum) };
  } catch {
    return undefined;
  }
}

/** Returns the fields of `/proc/PID/stat` after the name, which is in brackets and can contain anything. */
function fieldsOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const sum = (one: number, other: number): number => one + other;
