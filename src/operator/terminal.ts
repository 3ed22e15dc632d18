import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Progress } from '../platform/progress/progress.js';
import type { Answer, Listing } from './answer.js';
import { confirm } from './confirm.js';
import { interruptible } from './interruptible.js';
import { ProgressBar } from './progress-bar.js';
import { listTable } from './table.js';

/** The three streams of a process; one of them may be a terminal, the others not. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** What was asked for on any command line, whatever the command. */
export interface Manners {
  readonly json?: true;
  readonly yes?: true;
}

/** The person or program at the shell: answers go to stdout, everything else to stderr (CONTRACT 10). */
export class Terminal {
  constructor(
    private readonly streams: Streams,
    private readonly manners: () => Manners,
  ) {}

  /** Prints what a command found out. */
  answer({ json, text }: Answer): void {
    this.streams.stdout.write(`${this.manners().json ? JSON.stringify(json, null, 2) : text}\n`);
  }

  /** Prints items as they come, no faster than they are read. */
  async list<T>(listing: Listing<T>): Promise<void> {
    await (this.manners().json ? this.listAsJson(listing) : this.listAsTables(listing));
  }

  /**
   * Asks before what can not be undone, if somebody is there to be asked; `--yes` says so beforehand.
   * @throws NotConfirmed
   */
  async confirm(question: string): Promise<void> {
    const { stdin, stderr } = this.streams;
    if (stdin.isTTY && !this.manners().yes) await confirm(question, stdin, stderr);
  }

  /** Shows on stderr how far work has come, and lets Ctrl-C end it in good order. */
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
    if (!this.streams.stdout.write(text)) await once(this.streams.stdout, 'drain');
  }
}
