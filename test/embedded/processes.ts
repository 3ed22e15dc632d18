import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether a process runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  const stat = readOfProcess(pid, 'stat');
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

/**
 * Reads a file of a process in /proc. A process can end at any moment. If the process has ended, returns `undefined`.
 */
function readOfProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the process id in postmaster.pid. */
export function serverPid(dataDir: string): number {
  const path = join(dataDir, 'postgres/cluster/postmaster.pid');
  return Number.parseInt(readFileSync(path, 'utf8'), 10);
}

/** Returns the id of the main process of each server that runs for the database in `dataDir`. */
export function postmasters(dataDir: string): number[] {
  return remaining(dataDir).servers.filter((pid) =>
    readOfProcess(pid, 'cmdline')?.includes('postgres\0-D\0'),
  );
}

/** Returns the ids of all processes that still run for the database in `dataDir`. */
export function remaining(dataDir: string): { supervisors: number[]; servers: number[] } {
  const lock = (name: string): string => join(dataDir, 'postgres', `${name}.lock`);
  const files = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), open: openFiles(pid) }));
  const supervisors = files.filter(({ open }) => open.includes(lock('users')));
  const servers = files.filter(({ open }) => open.includes(lock('server')));
  return {
    supervisors: supervisors.map(({ pid }) => pid),
    servers: servers.filter((server) => !supervisors.includes(server)).map(({ pid }) => pid),
  };
}

function openFiles(pid: string): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((fd) => readlinkSync(join(folder, fd)));
  } catch {
    return []; // the process has ended, or belongs to another user
  }
}

/** Kills a process if it still runs. */
export function kill(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}

/** Polls until the condition holds. If the condition never holds, the test times out. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(40);
}
