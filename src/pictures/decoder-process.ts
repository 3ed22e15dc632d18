import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** A started process, with its use before the first picture. */
interface Started {
  readonly process: ChildProcess;
  readonly idle: ProcessUse | undefined;
}

type Exceeded = 'memory' | 'time' | undefined;

/** Interval at which the processor time and memory of the process are read. */
const LOOK_MS = 20;
const START_TIMEOUT_MS = 10_000;
const IDLE_MS = 60_000;

/** The machine, not the picture, is the cause: it starts no process. */
export class NoDecoder extends Error {}

/**
 * A process that decodes one picture after another. The process starts when it is needed, and ends after a minute
 * without work.
 */
export class DecoderProcess {
  private child: Promise<Started> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: URL,
    private readonly limits: DecoderLimits,
  ) {}

  /** Decodes a picture. The caller must await the result before the next call. @throws NoDecoder */
  async decode(bytes: Buffer): Promise<DecodedOrEnded> {
    clearTimeout(this.idleTimer);
    const isFresh = this.child === undefined;
    const first = await this.attempt(bytes);
    // The allocator keeps memory of earlier pictures: when an AVIF of 12 million pixels was decoded repeatedly, every
    // second attempt exceeded the limit. So a picture is refused for its memory only by a process without earlier ones.
    const isFinal = isFresh || first.decoded !== undefined || first.exceeded !== 'memory';
    const { decoded, exceeded } = isFinal ? first : await this.attempt(bytes);
    if (decoded) this.idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
    return decoded ?? { fault: exceeded ? 'too_expensive' : 'damaged' };
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

  /**
   * Makes one attempt to decode a picture; `decoded` is absent if the process ended without an answer. Forgets the
   * process if it ended, or exceeded a limit.
   */
  private async attempt(bytes: Buffer) {
    const { process, idle } = await this.running();
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
    const exceeded = watch.stop();
    if (!decoded || exceeded) this.child = undefined;
    return { decoded, exceeded };
  }

  /** Returns the running process, or starts one. */
  private running(): Promise<Started> {
    if (this.child) return this.child;
    const child = this.start();
    this.child = child;
    const forget = (): void => {
      if (this.child === child) this.child = undefined;
    };
    void child.then(({ process }) => process.once('exit', forget), forget);
    return child;
  }

  private async start(): Promise<Started> {
    const child = fork(this.program, [], {
      // The process gets no environment variables, because they can contain secrets and a hostile picture could take
      // over the process.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined);
    try {
      const signal = AbortSignal.timeout(START_TIMEOUT_MS);
      const exit = once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error('It ended.')),
      );
      await Promise.race([once(child, 'message', { signal }), exit]);
    } catch (cause) {
      child.kill('SIGKILL');
      throw new NoDecoder('No process could be started for the picture.', { cause });
    }
    return { process: child, idle: useOf(child.pid!) };
  }

  /** Kills the process when it exceeds a limit. `stop` ends the checks and returns the exceeded limit. */
  private watch(child: ChildProcess, idle: ProcessUse | undefined): { stop: () => Exceeded } {
    const { limits } = this;
    const before = useOf(child.pid!);
    let exceeded: Exceeded;
    const kill = (limit: 'memory' | 'time'): void => {
      exceeded ??= limit;
      child.kill('SIGKILL');
    };
    const look = (): void => {
      const now = useOf(child.pid!);
      if (!now || !before || !idle) return;
      if (now.processorMs - before.processorMs >= limits.processorMs) kill('time');
      else if (now.bytes - idle.bytes >= limits.bytes) kill('memory');
    };
    const looks = setInterval(look, LOOK_MS);
    const end = setTimeout(() => kill('time'), limits.elapsedMs);
    return {
      stop() {
        clearInterval(looks);
        clearTimeout(end);
        return exceeded;
      },
    };
  }
}

/** Linux reports processor time to every program in units of 10 ms (proc(5)). */
const TICK_MS = 10;

/** Reads processor time and memory of a process; `undefined` if the process has ended, or the system is not Linux. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Splits only the text after the program's name, because the name can contain spaces and brackets. The first field
    // of this text is number 3 in proc(5); utime is number 14, and stime is number 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      bytes: Number(resident ?? 0) * 1024,
    };
  } catch {
    return undefined;
  }
}
