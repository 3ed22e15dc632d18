import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.js';
import { chart } from './chart.js';
import { runComparison } from './comparison.js';
import { profile } from './profile.js';
import { report } from './report.js';

const OUTPUT = join(import.meta.dirname, 'performance');

const { extent, phases, profiled } = readArguments();
if (profiled) {
  process.stdout.write(await profile(profiled, join(OUTPUT, 'profile')));
} else {
  const run = await runComparison(phases, extent);
  const text = report(run);
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(join(OUTPUT, 'performance.md'), text);
  writeFileSync(join(OUTPUT, 'performance.svg'), chart(run.comparisons));
  process.stdout.write(`${text}\nWritten to ${OUTPUT}.\n`);
}
