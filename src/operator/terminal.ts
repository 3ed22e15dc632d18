import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { visible, visibleLine } from '../platform/logging/visible.js';
import type { Progress } from '../platform/progress/progress.js';
import { type Answer, type Listing, listTable } from './answer.js';
import { ProgressBar } from './progress-bar.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Thrown if a command failed or found something wrong. The message goes to stderr; the exit status is 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Thrown if nobody can consent. The message goes to stderr; the exit status is 2 (contract 10). */
export class ConsentMissing extends Error {
  override readonly name = 'ConsentMissing';

  constructor(question: string) {
    super(
      `${question} There is no terminal to ask at, so nothing was changed. Add --yes to answer yes.`,
    );
  }
}

/** Message for work that Ctrl-C or SIGTERM has ended. */
export const INTERRUPTED =
  'Interrupted. What was finished is kept: run the same command again to continue.';

/**
 * Runs work. The first Ctrl-C or SIGTERM aborts `signal`, so that work can stop cleanly. A second signal of the same
 * kind ends the process.
 */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}

/**
 * Asks a question on `output`. Returns if the reply is `y` or `yes`.
 * @throws CommandFailed for any other reply
 * @throws ConsentMissing if the input ends before a reply
 */
async function confirm(question: string, input: Readable, output: Writable): Promise<void> {
  const lines = createInterface({ input, output });
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const reply = await Promise.race([lines.question(`${question} [y/N] `), ended]);
  lines.close();
  if (reply === null) throw new ConsentMissing(question);
  if (!/^y(es)?$/i.test(reply.trim())) {
    throw new CommandFailed(
      'Nothing was changed: you did not answer yes. (With --yes, the command does not ask.)',
    );
  }
}

/** The three streams of a process. Each of them can be a terminal, a file or a pipe. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

export interface GlobalOptions {
  readonly json?: true;
  readonly yes?: true;
}

/**
 * The input and output of a command. Answers go to stdout, and all other text to stderr (contract 10). No other part of
 * a command writes to the streams, because control characters of documents, files and clients become visible here.
 */
export class Terminal {
  constructor(
    private readonly streams: Streams,
    private readonly options: () => GlobalOptions,
  ) {}

  answer({ json, text }: Answer): void {
    this.out(`${this.options().json ? JSON.stringify(json, null, 2) : text}\n`);
  }

  note(text: string): void {
    this.complain(`${text}\n`);
  }

  /** Writes text to stdout. */
  out(text: string): void {
    this.streams.stdout.write(visible(text));
  }

  /** Writes text to stderr. */
  complain(text: string): void {
    this.streams.stderr.write(visible(text));
  }

  /** Prints items page by page, no faster than stdout accepts them. */
  async list<T>(listing: Listing<T>): Promise<void> {
    await (this.options().json ? this.listAsJson(listing) : this.listAsTables(listing));
  }

  /** Prints text chunk by chunk, no faster than stdout accepts it. */
  async text(chunks: AsyncIterable<string>): Promise<void> {
    for await (const chunk of chunks) await this.write(chunk);
  }

  /**
   * Asks for consent to what cannot be undone. If `--yes` is given, returns without asking.
   * @throws CommandFailed if the person does not consent
   * @throws ConsentMissing if stdin is not a terminal, or ends before a reply
   */
  async confirm(question: string): Promise<void> {
    const { stdin, stderr } = this.streams;
    if (this.options().yes) return;
    if (!stdin.isTTY) throw new ConsentMissing(question);
    await confirm(visibleLine(question), stdin, stderr);
  }

  /** Shows the progress of work on stderr, and lets Ctrl-C stop it cleanly. */
  async longWork<T>(work: (progress: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const bar = new ProgressBar(this.streams.stderr);
    try {
      return await interruptible((signal) => work(bar, signal));
    } finally {
      bar.stop();
    }
  }

  private async listAsJson<T>({ pages }: Listing<T>): Promise<void> {
    let before = '[';
    for await (const page of pages) {
      for (const item of page) {
        await this.write(`${before}\n${JSON.stringify(item)}`);
        before = ',';
      }
    }
    await this.write(before === '[' ? '[]\n' : '\n]\n');
  }

  private async listAsTables<T>({ pages, head, row }: Listing<T>): Promise<void> {
    let empty = true;
    for await (const page of pages) {
      if (page.length === 0) continue;
      empty = false;
      await this.write(`${listTable(head, page.map(row))}\n`);
    }
    if (empty) await this.write(`${listTable(head, [])}\n`);
  }

  private async write(text: string): Promise<void> {
    if (!this.streams.stdout.write(visible(text))) await once(this.streams.stdout, 'drain');
  }
}
