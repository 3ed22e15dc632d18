import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  const stat = readOfProcess(pid, 'stat');
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

/** `undefined` where the process is gone, which it may be at any moment. */
function readOfProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The process id in postmaster.pid. */
export function serverPid(dataDir: string): number {
  const path = join(dataDir, 'postgres/cluster/postmaster.pid');
  return Number.parseInt(readFileSync(path, 'utf8'), 10);
}

/** The servers that run for the database in `dataDir`, without the processes that belong to each. */
export function postmasters(dataDir: string): number[] {
  return remaining(dataDir).servers.filter((pid) =>
    readOfProcess(pid, 'cmdline')?.includes('postgres\0-D\0'),
  );
}

/** Everything that still runs for the database in `dataDir`. */
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
    return []; // ended meanwhile, or somebody else's
  }
}

/** Ends a process that may be gone already. */
export function kill(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}

/** Polls until it is so; the time limit of the test ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(40);
}
