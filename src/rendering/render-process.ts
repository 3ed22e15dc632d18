import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RenderFault } from './render-fault.js';
import type { Outcome } from './render.worker.js';

const WORKER = fileURLToPath(new URL('./render.worker.js', import.meta.url));
const HEAP_MEGABYTES = 256;

/** How a process ends that ran out of memory; the number is what Windows has for the first. */
const CRASHES = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP', 134]);

/** The process is gone; `how` is a signal or an exit code. */
class Ended extends Error {
  constructor(readonly how: unknown) {
    super(`The rendering process ended by ${String(how)}.`);
  }
}

/**
 * A process that renders one document after another. It is no thread, because a thread that runs out
 * of memory can take the whole process with it: `>` written 10,000 times did so on Node 24. It sees
 * no configuration and no secret.
 */
export class RenderProcess {
  readonly #child = fork(WORKER, {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  readonly #ready = this.#answer();

  constructor() {
    // Whoever waits hears of an error; while nobody does, it must not end the service.
    this.#child.on('error', () => undefined);
    this.#ready.catch(() => undefined);
    this.#keepServiceAlive(false);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /**
   * Renders one document, one at a time. The limit, in milliseconds, counts from when the process is
   * ready for it. After an error the process is of no more use.
   * @throws RenderFault if the process had to end because of the document
   */
  async render(markdown: string, timeLimit: number): Promise<Outcome> {
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    this.#keepServiceAlive(true);
    try {
      await this.#ready;
      timer = setTimeout(() => limit.abort(), timeLimit);
      limit.signal.addEventListener('abort', () => this.#child.kill('SIGKILL'));
      const answer = this.#answer();
      this.#child.send(markdown);
      return await answer;
    } catch (cause) {
      if (limit.signal.aborted) throw new RenderFault('render_timeout', { cause });
      if (timer && cause instanceof Ended && CRASHES.has(cause.how)) {
        throw new RenderFault('render_failed', { cause });
      }
      throw cause;
    } finally {
      clearTimeout(timer);
      this.#keepServiceAlive(false);
    }
  }

  /** Ends it at once, with what it renders. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    this.#keepServiceAlive(true);
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  /** The next message of the process, unless it ends before. */
  async #answer(): Promise<Outcome> {
    const heard = new AbortController();
    const options = { signal: heard.signal };
    try {
      return await Promise.race([
        once(this.#child, 'message', options).then(([message]) => message),
        once(this.#child, 'exit', options).then(([code, signal]) => {
          throw new Ended(signal ?? code);
        }),
      ]);
    } finally {
      heard.abort();
    }
  }

  #keepServiceAlive(busy: boolean): void {
    if (busy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }
}
