import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');

/** The result of a start that must fail. */
export interface FailedStart {
  readonly code: number | null;
  /** Without the line about Node.js 20. */
  readonly stdout: string;
  /** The lines on stderr. */
  readonly complaints: string[];
}

/** Starts the service with only `PATH` and these variables, and without metrics. Waits until the process ends. */
export async function startInVain(
  env: Readonly<Record<string, string>>,
  directory = tmpdir(),
): Promise<FailedStart> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return {
    code: child.exitCode,
    stdout: stdout.replace(/^.*"Node\.js 20 has had .*\n/m, ''),
    complaints: stderr.trimEnd().split('\n'),
  };
}
