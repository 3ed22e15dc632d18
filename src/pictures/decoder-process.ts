import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { processorMsIn } from '../platform/threads/thread-time.js';
import type { Decoded } from './decode-picture.js';

/** Limits for the decoding of one picture (contract 14). */
export interface DecoderLimits {
  readonly processorMs: number;
  /** Resident memory in bytes, in addition to the memory of the idle process. */
  readonly bytes: number;
  /** Elapsed time in ms. This limit ends a process that hangs without using the processor. */
  readonly elapsedMs: number;
}

interface ProcessUse {
  /** Processor time of all threads, in ms. */
  readonly processorMs: number;
  /** Current resident memory, in bytes. */
  readonly bytes: number;
}

/**
 * The answer of the process, or a fault if the process ended without an answer: `too_expensive` if it exceeded a
 * limit, `damaged` if it crashed.
 */
export type DecodedOrEnded = Decoded | { readonly fault: 'too_expensive' | 'damaged' };

/** Interval at which the processor time and memory of the process are read. */
const LOOK_MS = 20;
const START_TIMEOUT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * A process that decodes one picture after another. The process starts when it is needed, and ends after a minute
 * without work.
 */
export class DecoderProcess {
  private child: Promise<{ process: ChildProcess; idle: ProcessUse | undefined }> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: URL,
    private readonly limits: DecoderLimits,
  ) {}

  /** Decodes a picture. The caller must await the result before the next call. @throws Error if no process starts */
  async decode(bytes: Buffer): Promise<DecodedOrEnded> {
    clearTimeout(this.idleTimer);
    this.child ??= this.start();
    const { process, idle } = await this.child;
    const watch = this.watch(process, idle);
    const over = new AbortController();
    const heard = async (event: 'message' | 'exit'): Promise<Decoded | undefined> => {
      const [said] = (await once(process, event, { signal: over.signal })) as unknown[];
      return event === 'message' ? (said as Decoded) : undefined;
    };
    const answer = Promise.race([heard('message'), heard('exit')]);
    process.send(bytes, () => undefined);
    const decoded = await answer;
    over.abort();
    const isOver = watch.stop();
    if (decoded) this.idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
    return decoded ?? { fault: isOver ? 'too_expensive' : 'damaged' };
  }

  end(): void {
    clearTimeout(this.idleTimer);
    const { child } = this;
    this.child = undefined;
    void child?.then(
      ({ process }) => process.kill('SIGKILL'),
      () => undefined,
    );
  }

  private async start(): Promise<{ process: ChildProcess; idle: ProcessUse | undefined }> {
    const child = fork(this.program, [], {
      // The process gets no environment variables, because they can contain secrets and a hostile picture could take
      // over the process.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined);
    child.once('exit', () => (this.child = undefined));
    try {
      const signal = AbortSignal.timeout(START_TIMEOUT_MS);
      const exit = once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error('It ended.')),
      );
      await Promise.race([once(child, 'message', { signal }), exit]);
    } catch (cause) {
      this.child = undefined;
      child.kill('SIGKILL');
      throw new Error('No process could be started for the picture.', { cause });
    }
    return { process: child, idle: useOf(child.pid!) };
  }

  /** Kills the process when it exceeds a limit. `stop` ends the checks and returns whether a limit was exceeded. */
  private watch(child: ChildProcess, idle: ProcessUse | undefined): { stop: () => boolean } {
    const { limits } = this;
    const before = useOf(child.pid!);
    let isOver = false;
    const stop = (): void => {
      isOver = true;
      child.kill('SIGKILL');
    };
    const look = (): void => {
      const now = useOf(child.pid!);
      if (!now || !before || !idle) return;
      if (now.processorMs - before.processorMs >= limits.processorMs) stop();
      else if (now.bytes - idle.bytes >= limits.bytes) stop();
    };
    const looks = setInterval(look, LOOK_MS);
    const end = setTimeout(stop, limits.elapsedMs);
    return {
      stop() {
        clearInterval(looks);
        clearTimeout(end);
        return isOver;
      },
    };
  }
}

/** Reads processor time and memory of a process; `undefined` if the process has ended, or the system is not Linux. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return {
      processorMs: processorMsIn(`/proc/${pid}/stat`),
      bytes: Number(resident ?? 0) * 1024,
    };
  } catch {
    return undefined;
  }
}
