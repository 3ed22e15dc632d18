import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type WhereTimeWent, summary } from './cpu-profile.js';
import { measure, warmUp } from './measure.js';
import type { Phase } from './phases/phase.js';
import { stock } from './phases/stock.js';
import { openStage } from './stage.js';

const SECONDS = 8;
const MAX_PLACES = 14;
const MAX_FUNCTIONS = 25;

/** Drives one phase on the service under V8's profiler. Returns tables of the main thread's time, as Markdown. */
export async function profile(phase: Phase, directory: string): Promise<string> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const stage = await openStage(['--cpu-prof', `--cpu-prof-dir=${directory}`]);
  const target = stage.targets[phase.server];
  try {
    await stock(target);
    await warmUp(stage, phase, target, SECONDS / 2);
    await measure(stage, phase, target, SECONDS);
  } finally {
    await stage.close();
  }
  // Thread 0 is the main thread.
  const file = readdirSync(directory).find((name) => name.includes(`.${target.pid}.0.`))!;
  return markdown(phase.name, summary(join(directory, file), SECONDS));
}

function markdown(name: string, { places, functions }: WhereTimeWent): string {
  return [
    `Self time of the service's main thread, idle time left out: ${name}`,
    '',
    '| place | share |',
    '| --- | --: |',
    ...lines(places, MAX_PLACES),
    '',
    '| function | share |',
    '| --- | --: |',
    ...lines(functions, MAX_FUNCTIONS),
    '',
  ].join('\n');
}

const lines = (list: WhereTimeWent['places'], most: number): string[] =>
  list.slice(0, most).map(([label, share]) => `| ${label} | ${share.toFixed(1)} % |`);
