import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

/** Settings without fsync, because no test cuts the power. */
export const SETTINGS = { fsync: 'off' };

const running = new Set<ChildProcess>();

/** A child process that opens the embedded database, as the service does. */
export class UserProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  get pid(): number {
    return this.child.pid!;
  }

  /**
   * Starts a process, and resolves when the database is open. If the process ends first, rejects with the text on its
   * stderr.
   */
  static async start(dataDir: string, options: SpawnOptions = {}): Promise<UserProcess> {
    const child = launch('user', [dataDir, JSON.stringify(SETTINGS)], options);
    const complaint = text(child.stderr!);
    const first: unknown = await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
    if (child.exitCode !== null) throw new Error(await complaint);
    return new UserProcess(child, String(first).trim());
  }

  /** Tells the process to close the database. The process must then end on its own, with code 0. */
  async close(): Promise<void> {
    expect(await this.end('close')).toBe(0);
  }

  /** Tells the process to end without closing the database. */
  async exit(): Promise<void> {
    expect(await this.end('exit')).toBe(0);
  }

  /** Kills the process and all others of its process group. */
  async kill(): Promise<void> {
    if (this.child.exitCode === null) process.kill(-this.pid, 'SIGKILL');
    await this.gone();
  }

  private async end(order: string): Promise<number | null> {
    this.child.stdin!.write(`${order}\n`);
    await this.gone();
    return this.child.exitCode;
  }

  private async gone(): Promise<void> {
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) await once(this.child, 'exit');
  }
}

/** Runs one process. In each of `times` visits, this process opens the database, adds a row and closes the database. */
export async function passBy(dataDir: string, times: number): Promise<void> {
  const child = launch('passer-by', [dataDir, JSON.stringify(SETTINGS), String(times)]);
  const complaint = text(child.stderr!);
  await once(child, 'close');
  expect(await complaint).toBe('');
  expect(child.exitCode).toBe(0);
}

/** Starts the program of a fixture, and returns without waiting for the end of the program. */
export function launch(name: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const fixture = join(import.meta.dirname, 'fixtures', `${name}.mjs`);
  const child = spawn(process.execPath, [fixture, ...args], { detached: true, ...options });
  running.add(child.once('exit', () => running.delete(child)));
  return child;
}

/** Kills every process that a test left running. */
export async function killRemainingUsers(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}
