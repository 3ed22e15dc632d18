import type { ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { type Binaries, linkLibraries } from './binaries.js';
import type { FileLock } from './file-lock.js';
import { adopt, type Folder } from './folder.js';
import type { Runner } from './runner.js';

/** What it takes to run PostgreSQL's programs on one folder. */
export interface Installation {
  readonly folder: Folder;
  readonly runner: Runner;
  readonly binaries: Binaries;
  /** Server settings beyond our own, as for `postgres -c name=value`. */
  readonly settings: Readonly<Record<string, string>>;
}

const LOADER_PATH = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';

/**
 * Starts `initdb` or `postgres` in a session of its own (Ctrl-C is for us, not for the database), with
 * output to the log, nothing of our environment, and the server lock, which it holds while it lives.
 */
export function startProgram(
  { folder, runner, binaries }: Installation,
  serverLock: FileLock,
  program: 'initdb' | 'postgres',
  args: readonly string[],
): ChildProcess {
  const libraryPath = linkLibraries(binaries, folder.libraries);
  adopt(folder, folder.libraries);
  const log = openSync(folder.log, 'a', 0o600);
  const child = runner.spawn(binaries[program], args, {
    cwd: folder.path,
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', [LOADER_PATH]: libraryPath },
    stdio: ['ignore', log, log, serverLock.fd],
  });
  closeSync(log);
  child.once('error', (error) => appendFileSync(folder.log, `${error.message}\n`));
  return child;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The last lines that the programs wrote. */
export function logTail(folder: Folder): string {
  return readFileSync(folder.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
