import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The start options of one program of the cluster. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory: string;
  /** File for the program's output; each start appends to it. */
  readonly logFile: string;
}

/** Maximum time between the signal and the end of a program, in ms. A program that has not ended then is killed. */
const END_TIMEOUT_MS = 12_000;

/** One program of the cluster, which can be stopped and restarted. */
export class ManagedProcess {
  private child: ChildProcess | undefined;

  constructor(private program: Program) {
    this.start();
  }

  get name(): string {
    return this.program.name;
  }

  /** `undefined` while the program does not run. */
  get pid(): number | undefined {
    return this.isRunning ? this.child!.pid : undefined;
  }

  get isRunning(): boolean {
    return (
      this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
    );
  }

  /** @param change options that replace the previous options, such as the folder of another version */
  start(change: Partial<Program> = {}): void {
    this.program = { ...this.program, ...change };
    const { command, env = {}, directory, logFile } = this.program;
    const log = openSync(logFile, 'a');
    const { PATH = '' } = process.env;
    this.child = spawn(command[0]!, command.slice(1), {
      cwd: directory,
      env: { PATH, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child.on('error', () => undefined);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /**
   * Sends a signal, and waits until the program has ended. Kills the program if it has not ended after
   * `END_TIMEOUT_MS`. Resolves with the exit status, or with `null` if a signal ended the program.
   */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
    await ended;
    clearTimeout(giveUp);
    return child.exitCode;
  }

  /** Returns the program's output so far. */
  output(): string {
    return readFileSync(this.program.logFile, 'utf8');
  }

  /** Polls until `isReady` is true. @throws Error with the last output if the program ends, or after `timeoutMs` */
  async untilReady(isReady: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!(await isReady().catch(() => false))) {
      if (!this.isRunning || performance.now() > end) {
        const what = this.isRunning ? 'does not get ready' : 'ended';
        throw new Error(`${this.name} ${what}:\n${this.output().slice(-2_000)}`);
      }
      await sleep(100);
    }
  }
}

/** Whether an address answers with a 2xx status. @throws Error if no answer comes within 2 s */
export async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
