import type { Writable } from 'node:stream';
import cliProgress from 'cli-progress';
import type { Progress } from '../platform/progress/progress.js';

/** Minimum time between two progress lines, if stderr is a file or a pipe. Shorter work writes no line. */
const LINE_EVERY_MS = 5_000;

/** Shows progress. On a terminal, shows a bar with rate and time left. In a file or pipe, writes a line every 5 s. */
export class ProgressBar implements Progress {
  private readonly bar: cliProgress.SingleBar | undefined;
  private readonly begun = performance.now();
  private lastLine = this.begun;
  private what = '';
  private total = 0;
  private done = 0;

  constructor(private readonly stream: Writable & { readonly isTTY?: boolean }) {
    if (!stream.isTTY) return;
    this.bar = new cliProgress.SingleBar({
      stream,
      format: '{what} [{bar}] {value}/{total} | {rate}/s | {eta_formatted} left',
      barCompleteChar: '█',
      barIncompleteChar: ' ',
      emptyOnZero: true,
      // `Terminal.longWork` stops the bar, also after Ctrl-C.
      gracefulExit: false,
    });
  }

  start(what: string, total: number): void {
    this.what = what;
    this.total = total;
    this.bar?.start(total, 0, { what, rate: '–' });
  }

  step(): void {
    this.done += 1;
    const now = performance.now();
    const rate = (this.done / ((now - this.begun) / 1_000)).toFixed(1);
    this.bar?.update(this.done, { rate });
    if (this.bar || now - this.lastLine < LINE_EVERY_MS) return;
    this.lastLine = now;
    this.stream.write(`${this.what}: ${this.done} of ${this.total}, ${rate}/s\n`);
  }

  stop(): void {
    this.bar?.stop();
  }
}
