import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressBar } from '../../../src/operator/progress-bar.js';

const streamOf = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY, columns: 100 });
const textOf = (stream: PassThrough) => String(stream.read() ?? '');

function work(isTTY: boolean, stepMs: number): string {
  const stream = streamOf(isTTY);
  const bar = new ProgressBar(stream);
  bar.start('Importing', 4);
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(stepMs);
    bar.step();
  }
  bar.stop();
  return textOf(stream);
}

describe('the progress bar', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows count, rate and time left on a terminal [10.progress]', () => {
    const shown = work(true, 500);
    expect(shown).toMatch(/Importing \[█+ +\] [12]\/4 \| 2\.0\/s \| \ds left/);
    expect(shown).toMatch(/\[█+\] 4\/4 /);
  });

  it('writes nothing about short work to a file or a pipe [10.progress]', () => {
    expect(work(false, 10)).toBe('');
  });

  it('writes plain lines at intervals to a file or a pipe [10.progress]', () => {
    expect(work(false, 3_000)).toBe('Importing: 2 of 4, 0.3/s\nImporting: 4 of 4, 0.3/s\n');
  });
});
